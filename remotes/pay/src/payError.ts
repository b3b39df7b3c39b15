import { isModalError, serializeError, type Translate } from '@portico/contracts'
import { errorText } from '@portico/contracts/ui'
import type { PayError } from './paySlice.ts'

const textOf = (value: unknown) => (typeof value === 'string' ? value : undefined)

/** Keeps the service's error code and reason with the error. */
export function toPayError(error: unknown): PayError {
  const details = isModalError(error) ? error.details : {}
  return {
    ...serializeError(error, 'service.unreachable'),
    service: textOf(details.code),
    reason: textOf(details.reason),
  }
}

/** services.md §9.1: an error without a code is recognized by its text. */
export const isNotSupported = ({ service, reason }: PayError): boolean =>
  service === 'ASSET_NOT_SUPPORTED' || (service === undefined && reason?.includes('is not supported') === true)

/** The message in the visitor's language, or the service's own text where only that exists. */
export function payErrorText(t: Translate, error: PayError): string {
  if (isNotSupported(error)) return t('pay.error.notSupported')
  return error.reason ?? errorText(t, error)
}
