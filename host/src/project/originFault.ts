import { ModalError } from '@portico/contracts'
import { isAllowedOrigin } from '@portico/contracts/services/allowedOrigins'
import { AllowedOrigins } from '@portico/contracts/services/projectConfig'
import { safeParse } from 'valibot'
import { ALERTS, type Fetched, read } from './fetchConfig.ts'

export const readOrigins = (request: Promise<Response>): Promise<Fetched<readonly string[]>> =>
  read(request, (body) => {
    const result = safeParse(AllowedOrigins, body)
    return result.success ? result.output.allowedOrigins : undefined
  })

/** Why the site's owner should be alerted; undefined where the project allows this page. */
export async function originFault(request: Promise<Response>): Promise<ModalError | undefined> {
  const answer = await readOrigins(request)
  if (!answer.ok) {
    const code = answer.reason === 'other' ? 'config.unavailable' : ALERTS[answer.reason]
    return new ModalError(code, { details: { cause: String(answer.cause) }, cause: answer.cause })
  }
  const { origin } = location
  return isAllowedOrigin(origin, answer.value)
    ? undefined
    : new ModalError('config.originNotAllowed', { details: { origin } })
}
