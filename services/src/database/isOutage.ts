import { words } from '../words.ts'

/** The system's codes for a connection that could not be made, or that broke. */
const SYSTEM = words(`
  EAI_AGAIN ECONNABORTED ECONNREFUSED ECONNRESET EHOSTUNREACH ENETUNREACH ENOTFOUND EPIPE ETIMEDOUT
`)

/**
 * The server's codes (PostgreSQL, appendix A) for connection exceptions, shutdown and start, too many connections, an
 * idle transaction, and a server that has become a standby.
 */
const SERVER = /^(08...|57P\d\d|53300|25P03|25006)$/

/** The messages of `pg` that have no code. */
const CLIENT =
  /^(Connection terminated|Query read timeout|timeout e|Client (has encountered|was closed)|Cannot use a pool)/

/** Whether an error concerns the connection or the server as a whole, rather than one statement. */
export function isOutage(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { code } = error as NodeJS.ErrnoException
  return code === undefined ? CLIENT.test(error.message) : SYSTEM.has(code) || SERVER.test(code)
}
