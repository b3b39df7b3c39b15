import { type PaymentsSettings, paymentsEnvironment, paymentsSettings } from '../payments/environment.ts'
import { parsed, type Values, variable } from '../variables.ts'
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

function readTokens(path: string): readonly KnownToken[] | undefined {
  try {
    return readTokenFile(path)
  } catch {
    return undefined
  }
}

/** The environment variables of this service, which `environment.ts` of the process reads. */
export const blockchainEnvironment = {
  TOKENS_FILE: variable(
    parsed(readTokens, 'must be the path of a JSON file with a list of { caip2, address, symbol, name, decimals }'),
    'a JSON file with tokens beside those of `services/data/tokens.json`: a list of `{ caip2, address, symbol, name, decimals }`',
  ),
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
  /** Tokens in addition to those of `data/tokens.json`. */
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

export const blockchainOptions = (values: Values<typeof blockchainEnvironment>): BlockchainOptions => ({
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
