import type { CaipNetworkId } from '@portico/contracts'
import { parseRpcChain } from '../jsonRpc/upstreamList.ts'
import { uuidOf } from './keys.ts'

/** An account on a chain whose signatures can be verified. */
export interface Account {
  readonly caipNetworkId: CaipNetworkId
  readonly namespace: string
  readonly reference: string
  readonly address: string
  /** The same for all spellings of an address: hexadecimal and bech32 addresses ignore case, base58 ones do not. */
  readonly addressKey: string
  /** The address's id within the project; the same on all networks of the address's family. */
  readonly profileId: string
}

/** @returns undefined if the chain's signatures cannot be verified */
export function accountOf(projectId: string, chainId: string, address: string): Account | undefined {
  const chain = parseRpcChain(chainId)
  if (!chain) return undefined
  const { caipNetworkId, namespace, reference } = chain
  const ignoresCase = namespace === 'eip155' || (namespace === 'bip122' && /^(bc|tb|bcrt)1/i.test(address))
  const addressKey = ignoresCase ? address.toLowerCase() : address
  return {
    caipNetworkId,
    namespace,
    reference,
    address,
    addressKey,
    profileId: uuidOf('profile', projectId, namespace, addressKey),
  }
}

/** CAIP-10 */
export function readCaipAddress(projectId: string, text: string): Account | undefined {
  const end = text.lastIndexOf(':')
  return accountOf(projectId, text.slice(0, end), text.slice(end + 1))
}
