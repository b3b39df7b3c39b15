import { pipe, regex, string, transform } from 'valibot'
import { type Values, variable } from '../../variables.ts'

export interface CoinGeckoOptions {
  /** The plan that the key is for. Each plan has its own URL and header name. */
  readonly plan: 'demo' | 'pro'
  readonly key: string
  /** Used instead of the plan's own URL. */
  readonly url?: URL
}

function readKey(text: string): CoinGeckoOptions {
  const [plan, key = ''] = text.split(':')
  return { plan: plan === 'pro' ? 'pro' : 'demo', key }
}

/** The environment variable of the prices, which `environment.ts` of the process reads. */
export const pricesEnvironment = {
  COINGECKO_KEY: variable(
    pipe(string(), regex(/^(?:demo|pro):[\w-]{8,}$/, 'must be demo:<key> or pro:<key>'), transform(readKey)),
    '`demo:<key>` or `pro:<key>` of CoinGecko. Secret',
    'prices from pools only',
  ),
}

/** Without a key, there are only the prices from pools. */
export const coinGeckoOptions = (values: Values<typeof pricesEnvironment>) => values.COINGECKO_KEY
