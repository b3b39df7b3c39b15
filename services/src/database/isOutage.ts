/** Of a connection that could not be made, or that broke. */
const SYSTEM = new Set([
  'EAI_AGAIN',
  'ECONNABORTED',
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EPIPE',
  'ETIMEDOUT',
])

/**
 * Of the server (PostgreSQL, appendix A): connection exceptions, shutdown and start, too many connections, a transaction that
 * was left idle, and a server that has become a standby.
 */
const SERVER = /^(08...|57P\d\d|53300|25P03|25006)$/

/** What `pg` says without a code. */
const CLIENT =
  /^(Connection terminated|Query read timeout|timeout e|Client (has encountered|was closed)|Cannot use a pool)/

/** Whether an error is about the connection to the server, or about the server as a whole, and not about one statement. */
export function isOutage(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { code } = error as NodeJS.ErrnoException
  return code === undefined ? CLIENT.test(error.message) : SYSTEM.has(code) || SERVER.test(code)
}
