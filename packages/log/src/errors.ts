/** What can be wrong with a log, by code. Each has a heading in docs/errors.md. */
export const logErrors = {
  'log.unreachable': 'The log could not be read.',
  'log.malformed': 'The log contains a text that cannot be read.',
  'log.signature': 'The checkpoint is not signed by the log’s key.',
  'log.cosignature': 'The checkpoint lacks the cosignature of a witness.',
  'log.damaged': 'The tiles of the log do not belong to its checkpoint.',
  'log.entryRemoved': 'An entry of the log is missing.',
  'log.entryAltered': 'An entry of the log was altered.',
  'log.older': 'The log is smaller than it was.',
  'log.inconsistent': 'The log has changed what it contained before.',
  'log.splitView': 'The log has signed two different trees of the same size.',
  'log.unlogged': 'What is served is not in the log.',
  'log.keyInvalid': 'The key cannot be used.',
  'log.busy': 'Another process is writing to the log.',
} as const
export type LogErrorCode = keyof typeof logErrors

/** An error of the log. Its message has the reason; branch on `code`. */
export class LogError extends Error {
  override readonly name = 'LogError'
  readonly code: LogErrorCode

  /** @param reason one sentence with what was found, after the code's own sentence */
  constructor(code: LogErrorCode, reason?: string, options?: ErrorOptions) {
    super(reason ? `${logErrors[code]} ${reason}` : logErrors[code], options)
    this.code = code
  }
}
