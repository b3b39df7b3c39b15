import { optional, pipe, regex, string, transform } from 'valibot'
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

/** The environment variables of this part, for `environment.ts` of the process. */
export const onrampEnvironment = {
  MELD_KEY: optional(
    pipe(
      string(),
      regex(/^(?:production|sandbox):[\w:.~+/=-]{16,}$/, 'must be production:<key> or sandbox:<key>'),
      transform((text): Pick<MeldOptions, 'site' | 'key'> => {
        const [site = '', ...key] = text.split(':')
        return { site: site === 'production' ? 'production' : 'sandbox', key: key.join(':') }
      }),
    ),
  ),
  MELD_COUNTRY: optional(pipe(string(), regex(/^[A-Z]{2}$/, 'must be two capital letters of ISO 3166-1')), 'US'),
}

/** Without them, nothing is sold. */
export const onrampSettings = (values: {
  readonly MELD_KEY?: Pick<MeldOptions, 'site' | 'key'> | undefined
  readonly MELD_COUNTRY: string
}): OnrampSettings => ({
  meld: values.MELD_KEY && { ...values.MELD_KEY, country: values.MELD_COUNTRY },
})
