import { type CaipNetworkId, parseCaipNetworkId } from '@portico/contracts'
import type { RpcNamespace } from '../../jsonRpc/methods.ts'
import { registryNetworks } from '../../walletRegistry/registryNetworks.ts'

interface Coin {
  readonly name: string
  readonly symbol: string
  readonly decimals: number
}

interface Family {
  /** Of a network that `data/networks.json` does not have: one of somebody's own, as a rule. */
  readonly coin: Coin
  /** services.md §7.7: what stands for the coin on the wire where an address is wanted. */
  readonly address: string
}

const families: Record<RpcNamespace, Family> = {
  eip155: {
    coin: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    address: '0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee',
  },
  solana: {
    coin: { name: 'Solana', symbol: 'SOL', decimals: 9 },
    address: 'So11111111111111111111111111111111111111111',
  },
  // Ours: no client has given it one.
  bip122: { coin: { name: 'Bitcoin', symbol: 'BTC', decimals: 8 }, address: 'btc' },
}

const coinByNetwork = new Map(registryNetworks.map(({ caip2, native_currency }) => [caip2, native_currency]))

const familyOf = (caipNetworkId: CaipNetworkId) =>
  families[parseCaipNetworkId(caipNetworkId).namespace as RpcNamespace] ?? families.eip155

export const nativeCoin = (caipNetworkId: CaipNetworkId): Coin =>
  coinByNetwork.get(caipNetworkId) ?? familyOf(caipNetworkId).coin

/** CAIP-10, to ask what the coin of a network costs. */
export const nativeCoinAddress = (caipNetworkId: CaipNetworkId): string =>
  `${caipNetworkId}:${familyOf(caipNetworkId).address}`
