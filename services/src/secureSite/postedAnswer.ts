import { SOCIAL_BACK_PATH } from '@portico/contracts/services/login'
import type { Context } from 'hono'
import { invalidRequest } from '../http/errors.ts'
import { readText } from '../http/readBody.ts'

const FORM = /^application\/x-www-form-urlencoded\s*(;|$)/i
/** Enough for Apple's answer: a code, a state, a token that is not used, and a name. */
const MAX_BYTES = 16_000
/** RFC 6749 §4.1.2. Only Apple sends `user`. */
const FIELDS = ['code', 'state', 'user', 'error', 'error_description', 'iss'] as const

/**
 * Converts a provider's posted answer (OAuth 2.0 Form Post Response Mode) to an address with a fragment. Only the page
 * can read a fragment; it reaches no log, referrer or proxy.
 * @throws ServiceError `request.invalid`, `request.tooLarge`, `request.unreadable`
 */
export async function postedAnswer(c: Context): Promise<string> {
  if (!FORM.test(c.req.header('content-type') ?? '')) throw invalidRequest('no form')
  const form = new URLSearchParams(await readText(c, MAX_BYTES))
  const answer = new URLSearchParams()
  for (const field of FIELDS) {
    const values = form.getAll(field)
    // RFC 6749 §3.1: a parameter must not appear twice.
    if (values.length > 1) throw invalidRequest(`${field}: is there twice`)
    if (values[0]) answer.set(field, values[0])
  }
  if (!answer.has('state')) throw invalidRequest('state: is missing')
  return `${SOCIAL_BACK_PATH}#${answer}`
}
