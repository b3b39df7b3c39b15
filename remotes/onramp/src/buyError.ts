import { isModalError, serializeError } from '@portico/contracts'
import { errorText, type useMessages } from '@portico/contracts/ui'
import type { BuyError } from './onrampSlice.ts'

const textOf = (value: unknown) => (typeof value === 'string' ? value : undefined)

/** Keeps the service's error code and reason with the error. */
export function toBuyError(error: unknown): BuyError {
  const details = isModalError(error) ? error.details : {}
  return {
    ...serializeError(error, 'service.unreachable'),
    service: textOf(details.code),
    reason: textOf(details.reason),
  }
}

/** Messages for the on-ramp error codes of services.md. */
const TEXTS: Readonly<Record<string, string>> = {
  'onramp.unconfigured': 'onramp.error.unconfigured',
  'onramp.unavailable': 'onramp.error.unavailable',
  'onramp.notOffered': 'onramp.error.notOffered',
  'onramp.noQuote': 'onramp.error.noQuote',
  'onramp.quoteOver': 'onramp.error.quoteOver',
  'onramp.limit': 'onramp.error.limit',
}

/** The message for an error in the visitor's language, or the service's own text where only that exists. */
export function buyErrorText(t: ReturnType<typeof useMessages>, error: BuyError): string {
  const key = error.service === undefined ? undefined : TEXTS[error.service]
  if (key) return t(key)
  return error.reason ?? errorText(t, error)
}
