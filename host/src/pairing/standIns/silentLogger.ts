/**
 * Replaces `@walletconnect/logger` and its library: the client's log is not for a visitor's console, and would contain
 * the keys of pairings. Whatever matters arrives as errors and events.
 */

const nothing = () => {}
const silent = {
  level: 'silent',
  bindings: () => ({}),
  child: () => silent,
  trace: nothing,
  debug: nothing,
  info: nothing,
  warn: nothing,
  error: nothing,
  fatal: nothing,
}

export const pino = () => silent
export const getDefaultLoggerOptions = (options: unknown) => options
export const generateChildLogger = () => silent
export const getLoggerContext = () => ''
export const generatePlatformLogger = () => ({ logger: silent, chunkLoggerController: null })
