import { pipe, regex, string, transform } from 'valibot'
import { type Values, variable, withDefault } from '../../variables.ts'
import type { CreateOnrampProvider } from './onrampProvider.ts'

export interface MeldOptions {
  /** The Meld site that the key is for. */
  readonly site: 'production' | 'sandbox'
  readonly key: string
  /** The country of the buyers (ISO 3166-1), because the wire format does not include it. */
  readonly country: string
  /** Used instead of the site's own URL. */
  readonly url?: URL
}

export interface OnrampSettings {
  readonly meld?: MeldOptions | undefined
  /** Further providers, which are listed before Meld. */
  readonly added?: readonly CreateOnrampProvider[] | undefined
}

function readKey(text: string): Pick<MeldOptions, 'site' | 'key'> {
  const [site = '', ...key] = text.split(':')
  return { site: site === 'production' ? 'production' : 'sandbox', key: key.join(':') }
}

/** The environment variables of this part, which `environment.ts` of the process reads. */
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

/** Without these options, nothing is sold. */
export const onrampSettings = (values: Values<typeof onrampEnvironment>): OnrampSettings => ({
  meld: values.MELD_KEY && { ...values.MELD_KEY, country: values.MELD_COUNTRY },
})
