import { type CaipNetworkId, isCaipNetworkId } from '@portico/contracts'
import { toCaipNetworkId, toHexChainId } from '@portico/contracts/embeddedWallet/chainIds'
import type { Json } from '@portico/contracts/embeddedWallet/json'
import { Refused } from '../messages/channel.ts'
import type { Addresses } from '../parts.ts'
import { isSameAddress } from '../signing/isSameAddress.ts'
import type { RpcParts } from './rpcParts.ts'
import { accountsOn } from './whoSigns.ts'

/** An account's capabilities on each network (EIP-5792), by hexadecimal chain id. */
export type Capabilities = Readonly<Record<string, Json>>

/** Balances are available (ERC-7811). */
const ALWAYS = { assetDiscovery: { supported: true } }
/** `atomicBatch` is for clients of the standard's first version. */
const SMART = { atomic: { status: 'supported' }, atomicBatch: { supported: true }, ...ALWAYS }
/** An account without code sends one transaction at a time. */
const ONE_BY_ONE = { atomic: { status: 'unsupported' }, ...ALWAYS }

type Parts = Pick<RpcParts, 'accounts' | 'smart'>

/**
 * Answers `wallet_getCapabilities`.
 * @param params an address, then perhaps a list of hexadecimal chain ids; defaults to the preferred account and the
 * current network
 * @throws Refused `notConnected` for an account that is not the visitor's, as EIP-5792 requires
 */
export async function capabilities(
  params: Json,
  addresses: Addresses,
  current: CaipNetworkId,
  parts: Parts,
): Promise<Capabilities> {
  const [address, chains] = Array.isArray(params) ? params : []
  const isAsked = typeof address === 'string'
  if (isAsked && !isOwn(address, addresses, parts)) throw new Refused('notConnected')
  const networks = Array.isArray(chains)
    ? chains.map((chain) => (typeof chain === 'string' ? toCaipNetworkId(chain, 'eip155') : undefined))
    : [current]
  const found = await Promise.all(
    networks
      .filter((network) => network !== undefined && isCaipNetworkId(network))
      .map(async (network) => {
        const accounts = await accountsOn(network, addresses, parts)
        const account = isAsked ? accounts.find((one) => isSameAddress(one.address, address)) : accounts[0]
        return [toHexChainId(network) ?? '', account?.type === 'smartAccount' ? SMART : ONE_BY_ONE] as const
      }),
  )
  return Object.fromEntries(found)
}

/** Whether an address belongs to one of the visitor's accounts, with or without a contract. */
export const isOwn = (address: string, { eip155 }: Addresses, { smart }: Parts): boolean =>
  isSameAddress(address, eip155) || (smart !== undefined && isSameAddress(address, smart.addressOf(eip155)))
