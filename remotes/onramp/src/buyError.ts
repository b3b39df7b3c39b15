import { isModalError, serializeError } from '@portico/contracts'
import { errorText, type useMessages } from '@portico/contracts/ui'
import type { BuyError } from './onrampSlice.ts'

const textOf = (value: unknown) => (typeof value === 'string' ? value : undefined)

/** What a service says when it refuses stays with its error. */
export function toBuyError(error: unknown): BuyError {
  const details = isModalError(error) ? error.details : {}
  return {
    ...serializeError(error, 'service.unreachable'),
    service: textOf(details.code),
    reason: textOf(details.reason),
  }
}

/** The codes of services.md's on-ramp that have words of their own here. */
const TEXTS: Readonly<Record<string, string>> = {
  'onramp.unconfigured': 'onramp.error.unconfigured',
  'onramp.unavailable': 'onramp.error.unavailable',
  'onramp.notOffered': 'onramp.error.notOffered',
  'onramp.noQuote': 'onramp.error.noQuote',
  'onramp.quoteOver': 'onramp.error.quoteOver',
  'onramp.limit': 'onramp.error.limit',
}

/** Why a question was not answered, in the visitor's words; what only the service has a sentence for, in its own. */
export function buyErrorText(t: ReturnType<typeof useMessages>, error: BuyError): string {
  const key = error.service === undefined ? undefined : TEXTS[error.service]
  if (key) return t(key)
  return error.reason ?? errorText(t, error)
}
