import { optional, pipe, rawTransform, string } from 'valibot'
import { type PaymentsSettings, paymentsEnvironment, paymentsSettings } from '../payments/environment.ts'
import { type BalancesOptions, balancesEnvironment, balancesOptions } from './balances/environment.ts'
import {
  convertEnvironment,
  type JupiterOptions,
  jupiterOptions,
  type OneInchOptions,
  oneInchOptions,
} from './convert/environment.ts'
import { type HistoryOptions, historyEnvironment, historyOptions } from './history/environment.ts'
import { type ImageOptions, imageEnvironment, imageOptions } from './image/environment.ts'
import { type NamesOptions, namesEnvironment, namesOptions } from './names/environment.ts'
import { type NftsOptions, nftsEnvironment, nftsOptions } from './nfts/environment.ts'
import { type OnrampSettings, onrampEnvironment, onrampSettings } from './onramp/environment.ts'
import { type PoolNetworks, poolsEnvironment, poolsOptions } from './pools/environment.ts'
import { type CoinGeckoOptions, coinGeckoOptions, pricesEnvironment } from './prices/environment.ts'
import { type KnownToken, readTokenFile } from './tokenDirectory.ts'

const TokensFile = pipe(
  string(),
  rawTransform(({ dataset, addIssue, NEVER }) => {
    try {
      return readTokenFile(dataset.value)
    } catch {
      addIssue({ message: 'must be the path of a JSON file with a list of { caip2, address, symbol, name, decimals }' })
      return NEVER
    }
  }),
)

/** The environment variables of this service, for `environment.ts` of the process. */
export const blockchainEnvironment = {
  TOKENS_FILE: optional(TokensFile),
  ...namesEnvironment,
  ...balancesEnvironment,
  ...historyEnvironment,
  ...poolsEnvironment,
  ...pricesEnvironment,
  ...convertEnvironment,
  ...onrampEnvironment,
  ...paymentsEnvironment,
  ...imageEnvironment,
  ...nftsEnvironment,
}

export interface BlockchainOptions {
  /** Added to those of `data/tokens.json`. */
  readonly tokens?: readonly KnownToken[] | undefined
  readonly names: NamesOptions
  readonly balances?: BalancesOptions | undefined
  readonly history?: HistoryOptions | undefined
  readonly pools: PoolNetworks
  readonly coinGecko?: CoinGeckoOptions | undefined
  readonly oneInch?: OneInchOptions | undefined
  readonly jupiter?: JupiterOptions | undefined
  readonly onramp?: OnrampSettings | undefined
  readonly payments?: PaymentsSettings | undefined
  readonly image?: ImageOptions | undefined
  readonly nfts?: NftsOptions | undefined
}

type Values = { readonly TOKENS_FILE?: readonly KnownToken[] | undefined } & Parameters<typeof namesOptions>[0] &
  Parameters<typeof balancesOptions>[0] &
  Parameters<typeof historyOptions>[0] &
  Parameters<typeof poolsOptions>[0] &
  Parameters<typeof coinGeckoOptions>[0] &
  Parameters<typeof oneInchOptions>[0] &
  Parameters<typeof jupiterOptions>[0] &
  Parameters<typeof onrampSettings>[0] &
  Parameters<typeof paymentsSettings>[0] &
  Parameters<typeof imageOptions>[0] &
  Parameters<typeof nftsOptions>[0]

export const blockchainOptions = (values: Values): BlockchainOptions => ({
  tokens: values.TOKENS_FILE,
  names: namesOptions(values),
  balances: balancesOptions(values),
  history: historyOptions(values),
  pools: poolsOptions(values),
  coinGecko: coinGeckoOptions(values),
  oneInch: oneInchOptions(values),
  jupiter: jupiterOptions(values),
  onramp: onrampSettings(values),
  payments: paymentsSettings(values),
  image: imageOptions(values),
  nfts: nftsOptions(values),
})
