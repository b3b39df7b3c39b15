import { type CaipNetworkId, parseCaipNetworkId } from '@portico/contracts'
import type { RpcNamespace } from '../../jsonRpc/methods.ts'
import { registryNetworks } from '../../walletRegistry/registryNetworks.ts'

interface Coin {
  readonly name: string
  readonly symbol: string
  readonly decimals: number
}

interface Family {
  /** The coin of all networks of the family that are not in `data/networks.json`; these are usually private. */
  readonly coin: Coin
  /** services.md §7.7: the address that represents the coin where the wire format requires an address. */
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
  // The address is Portico's own choice, because no client defines one.
  bip122: { coin: { name: 'Bitcoin', symbol: 'BTC', decimals: 8 }, address: 'btc' },
}

const coinByNetwork = new Map(registryNetworks.map(({ caip2, native_currency }) => [caip2, native_currency]))

const familyOf = (caipNetworkId: CaipNetworkId) =>
  families[parseCaipNetworkId(caipNetworkId).namespace as RpcNamespace] ?? families.eip155

export const nativeCoin = (caipNetworkId: CaipNetworkId): Coin =>
  coinByNetwork.get(caipNetworkId) ?? familyOf(caipNetworkId).coin

/** The CAIP-10 address under which the price of a network's coin is requested. */
export const nativeCoinAddress = (caipNetworkId: CaipNetworkId): string =>
  `${caipNetworkId}:${familyOf(caipNetworkId).address}`
