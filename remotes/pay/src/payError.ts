import { isModalError, serializeError, type Translate } from '@portico/contracts'
import { errorText } from '@portico/contracts/ui'
import type { PayError } from './paySlice.ts'

const textOf = (value: unknown) => (typeof value === 'string' ? value : undefined)

/** What a service says when it refuses stays with its error. */
export function toPayError(error: unknown): PayError {
  const details = isModalError(error) ? error.details : {}
  return {
    ...serializeError(error, 'service.unreachable'),
    service: textOf(details.code),
    reason: textOf(details.reason),
  }
}

/** services.md §9.1: it is told by its text where there is no code. */
export const isNotSupported = ({ service, reason }: PayError): boolean =>
  service === 'ASSET_NOT_SUPPORTED' || (service === undefined && reason?.includes('is not supported') === true)

/** In the visitor's words; what only the service has a sentence for, in its own. */
export function payErrorText(t: Translate, error: PayError): string {
  if (isNotSupported(error)) return t('pay.error.notSupported')
  return error.reason ?? errorText(t, error)
}
