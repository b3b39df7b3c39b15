import type { TransferError } from '@portico/contracts/services/payments'
import type { Context } from 'hono'
import { ServiceError } from '../http/errors.ts'

/** Answers as in services.md §9.3: clients show `error`. Errors about the request or project keep the usual format. */
export function sayRefusal(thrown: unknown, c: Context): Response {
  if (!(thrown instanceof ServiceError) || !thrown.code.startsWith('payments.')) throw thrown
  const { code, message, status } = thrown
  const body: TransferError = { error: message, code, reasons: [{ field: code, description: message }] }
  c.header('Cache-Control', 'no-store')
  return c.json(body, status)
}
