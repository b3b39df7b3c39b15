import { optional, pipe, regex, string, transform } from 'valibot'

export interface CoinGeckoOptions {
  /** Each has its own URL and header name. */
  readonly plan: 'demo' | 'pro'
  readonly key: string
  /** Replaces the URL of the plan. */
  readonly url?: URL
}

const KEY = 'must be demo:<key> or pro:<key>'

/** The environment variable of the prices, for `environment.ts` of the process. */
export const pricesEnvironment = {
  COINGECKO_KEY: optional(
    pipe(
      string(),
      regex(/^(?:demo|pro):[\w-]{8,}$/, KEY),
      transform((text): CoinGeckoOptions => {
        const [plan, key = ''] = text.split(':')
        return { plan: plan === 'pro' ? 'pro' : 'demo', key }
      }),
    ),
  ),
}

/** Without a key, only pools have prices. */
export const coinGeckoOptions = (values: { readonly COINGECKO_KEY?: CoinGeckoOptions | undefined }) =>
  values.COINGECKO_KEY
