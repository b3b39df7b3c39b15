import { DEFAULT_LOG_LEVEL } from '@portico/contracts'

/** Sorted from the fewest messages to the most. */
export const LOG_LEVELS = ['error', 'warn', 'info'] as const
export type LogLevel = (typeof LOG_LEVELS)[number]

type Fields = Readonly<Record<string, unknown>>
type Write = (line: string) => void

/** One method per level; `fields` must hold no secret. */
export type Log = Readonly<Record<LogLevel, (message: string, fields?: Fields) => void>>

/**
 * Removes what libraries quote from their requests in errors: URLs, which may contain an operator's keys or passwords,
 * and accounts, signatures and transactions in hexadecimal. Everything else remains.
 */
const withoutSecrets = (text: string | undefined) =>
  text
    ?.replace(/\b(https?|wss?|postgres(?:ql)?|rediss?|smtps?):\/\/[^\s"'`<>]+/gi, '$1://…')
    .replace(/\b0x[0-9a-f]{40,}/gi, '0x…')

const plain = (value: unknown): unknown =>
  value instanceof Error
    ? { name: value.name, message: withoutSecrets(value.message), stack: withoutSecrets(value.stack) }
    : value

/** Writes one JSON object per line. rules.md §9: the default level is `error`. */
export function createLog(
  level: LogLevel = DEFAULT_LOG_LEVEL,
  write: Write = (line) => process.stdout.write(`${line}\n`),
): Log {
  const at =
    (lineLevel: LogLevel) =>
    (message: string, fields: Fields = {}) => {
      if (LOG_LEVELS.indexOf(lineLevel) > LOG_LEVELS.indexOf(level)) return
      const details = Object.fromEntries(Object.entries(fields).map(([key, value]) => [key, plain(value)]))
      write(JSON.stringify({ time: new Date().toISOString(), level: lineLevel, message, ...details }))
    }
  return { error: at('error'), warn: at('warn'), info: at('info') }
}
