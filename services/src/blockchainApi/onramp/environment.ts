import { pipe, regex, string, transform } from 'valibot'
import { type Values, variable, withDefault } from '../../variables.ts'
import type { CreateOnrampProvider } from './onrampProvider.ts'

export interface MeldOptions {
  /** Each has keys of its own. */
  readonly site: 'production' | 'sandbox'
  readonly key: string
  /** ISO 3166-1: the buyer's country, because the wire does not include it. */
  readonly country: string
  /** Replaces the URL of the site. */
  readonly url?: URL
}

export interface OnrampSettings {
  readonly meld?: MeldOptions | undefined
  /** Listed before Meld. */
  readonly added?: readonly CreateOnrampProvider[] | undefined
}

function readKey(text: string): Pick<MeldOptions, 'site' | 'key'> {
  const [site = '', ...key] = text.split(':')
  return { site: site === 'production' ? 'production' : 'sandbox', key: key.join(':') }
}

/** The environment variables of this part, for `environment.ts` of the process. */
export const onrampEnvironment = {
  MELD_KEY: variable(
    pipe(
      string(),
      regex(/^(?:production|sandbox):[\w:.~+/=-]{16,}$/, 'must be production:<key> or sandbox:<key>'),
      transform(readKey),
    ),
    '`production:<key>` or `sandbox:<key>` of Meld, which sells coins for card payments. Secret',
    'nothing is sold',
  ),
  MELD_COUNTRY: withDefault(
    'US',
    pipe(string(), regex(/^[A-Z]{2}$/, 'must be two capital letters of ISO 3166-1')),
    'the buyers’ country, two letters of ISO 3166-1',
  ),
}

/** Without them, nothing is sold. */
export const onrampSettings = (values: Values<typeof onrampEnvironment>): OnrampSettings => ({
  meld: values.MELD_KEY && { ...values.MELD_KEY, country: values.MELD_COUNTRY },
})
