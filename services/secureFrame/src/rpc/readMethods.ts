import { type CaipNetworkId, isCaipNetworkId } from '@portico/contracts'
import { isRecord } from '@portico/contracts/embeddedWallet/bounds'
import { toCaipNetworkId, toHexChainId } from '@portico/contracts/embeddedWallet/chainIds'
import { HashText } from '@portico/contracts/embeddedWallet/hexText'
import type { Json } from '@portico/contracts/embeddedWallet/json'
import { is } from 'valibot'
import type { Addresses, Place, Wallet } from '../interfaces.ts'
import { Refused } from '../messages/channel.ts'
import { isSameAddress } from '../signing/isSameAddress.ts'
import type { BatchIds } from '../smartAccount/batchIds.ts'
import { ENTRY_POINT } from '../smartAccount/contracts.ts'
import type { SmartAccounts } from '../smartAccount/createSmartAccounts.ts'
import { callsStatus } from './callsStatus.ts'
import { evmChainId } from './evmChainId.ts'
import type { AskNode } from './jsonRpc.ts'
import type { RpcRequest } from './readRequest.ts'
import { type AccountSources, accountsOn } from './whoSigns.ts'

/** An account's capabilities on each network (EIP-5792), keyed by hexadecimal chain id. */
type Capabilities = Readonly<Record<string, Json>>

/** Balances are available for every account (ERC-7811). */
const ALWAYS = { assetDiscovery: { supported: true } }
/** `atomicBatch` is for clients that use the standard's first version. */
const SMART = { atomic: { status: 'supported' }, atomicBatch: { supported: true }, ...ALWAYS }
/** An account without code sends one transaction at a time. */
const ONE_BY_ONE = { atomic: { status: 'unsupported' }, ...ALWAYS }

/**
 * Answers `wallet_getCapabilities`.
 * @param params optionally an address and a list of hexadecimal chain ids; by default, the preferred account and the
 *   current network
 * @throws Refused `notConnected` for an account that is not the visitor's, as EIP-5792 requires
 */
async function capabilities(
  params: Json,
  addresses: Addresses,
  current: CaipNetworkId,
  parts: AccountSources,
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

/** Whether an address belongs to one of the visitor's accounts: the key's own or the smart account. */
const isOwn = (address: string, { eip155 }: Addresses, { smart }: AccountSources): boolean =>
  isSameAddress(address, eip155) || (smart !== undefined && isSameAddress(address, smart.addressOf(eip155)))

const isHash = (params: readonly Json[]) => params.length === 1 && is(HashText, params[0])

/** Methods that a page may call at a bundler, with their parameters (ERC-7769). */
const USER_OPERATION_READS: ReadonlyMap<string, (params: readonly Json[]) => boolean> = new Map([
  ['eth_getUserOperationReceipt', isHash],
  ['eth_getUserOperationByHash', isHash],
  ['eth_supportedEntryPoints', (params: readonly Json[]) => params.length === 0],
  [
    'eth_estimateUserOperationGas',
    ([operation, entryPoint, ...overrides]: readonly Json[]) =>
      isRecord(operation) && isSameAddress(entryPoint, ENTRY_POINT) && overrides.length === 0,
  ],
])

const isUserOperationRead = (method: string): boolean => USER_OPERATION_READS.has(method)

/** @throws Refused `methodNotAllowed` without a bundler, `invalidRequest` */
async function readUserOperation(
  { method, params, caipNetworkId }: RpcRequest,
  smart: SmartAccounts | undefined,
  signal: AbortSignal,
): Promise<Json> {
  if (!smart) throw new Refused('methodNotAllowed')
  const list = Array.isArray(params) ? params : []
  if (!USER_OPERATION_READS.get(method)?.(list)) throw new Refused('invalidRequest')
  return smart.ask(evmChainId(caipNetworkId), method, list, signal)
}

export interface ReadParts extends AccountSources {
  readonly ask: AskNode
  readonly wallet: Wallet
  readonly place: Place
  readonly fetchFrom: typeof fetch
  readonly batchIds: BatchIds
}

/** Answers requests that need no approval: locally if possible, else from a node or a bundler. */
export async function answerRead(
  request: RpcRequest,
  origin: string,
  parts: ReadParts,
  signal: AbortSignal,
): Promise<Json> {
  const { method, params, caipNetworkId } = request
  const { ask, wallet, place, fetchFrom, smart } = parts
  if (isUserOperationRead(method)) return readUserOperation(request, smart, signal)
  switch (method) {
    case 'eth_chainId':
      return toHexChainId(caipNetworkId) ?? null
    case 'eth_accounts':
      return (await accountsOn(caipNetworkId, await wallet.addresses(), parts)).map(({ address }) => address)
    case 'wallet_getCapabilities':
      return capabilities(params, await wallet.addresses(), caipNetworkId, parts)
    case 'wallet_getCallsStatus':
      return callsStatus(params, origin, parts)
    case 'wallet_getAssets': {
      const { assets } = await import('./assets.ts')
      const addresses = await wallet.addresses()
      const [preferred] = await accountsOn(caipNetworkId, addresses, parts)
      const own = {
        preferred: preferred?.address ?? addresses.eip155,
        isOwn: (one: string) => isOwn(one, addresses, parts),
      }
      return assets(params, own, place, fetchFrom)
    }
    default:
      return ask(caipNetworkId, method, params, { signal })
  }
}
