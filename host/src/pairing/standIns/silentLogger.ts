/** Replaces `@walletconnect/logger`, which would write the keys of pairings to the visitor's console. */

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
