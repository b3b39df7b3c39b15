import { optional, pipe, regex, string, transform } from 'valibot'

export interface CoinGeckoOptions {
  /** They differ in their address and in the name of their header. */
  readonly plan: 'demo' | 'pro'
  readonly key: string
  /** Instead of that of the plan. */
  readonly url?: URL
}

const KEY = 'must be demo:<key> or pro:<key>'

/** The variable of the prices, for `environment.ts` of the process. */
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

/** Without a key only the pools know prices. */
export const coinGeckoOptions = (values: { readonly COINGECKO_KEY?: CoinGeckoOptions | undefined }) =>
  values.COINGECKO_KEY
