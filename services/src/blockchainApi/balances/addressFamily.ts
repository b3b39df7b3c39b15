import type { CaipNetworkId } from '@portico/contracts'
import { decodeBase58 } from '@portico/contracts/chains/bytes'
import { getAddress, isAddress } from 'viem'
import { ServiceError } from '../../http/errors.ts'
import type { RpcNamespace } from '../../jsonRpc/methods.ts'
import { readChain } from '../../jsonRpc/readChain.ts'

export interface ReadAddress {
  readonly namespace: RpcNamespace
  /** In the canonical spelling of the family. */
  readonly address: string
}

const SOLANA_LENGTH = { text: 44, bytes: 32 }

const isSolanaAddress = (text: string) =>
  text.length <= SOLANA_LENGTH.text && decodeBase58(text)?.length === SOLANA_LENGTH.bytes

/** Does not check the checksum, which depends on the network. */
const BITCOIN_ADDRESS =
  /^(?:[a-z]{2,4}1[02-9ac-hj-np-z]{11,87}|[A-Z]{2,4}1[02-9AC-HJ-NP-Z]{11,87}|[1-9A-HJ-NP-Za-km-z]{26,35})$/
const IS_BECH32 = /^[A-Z]{2,4}1[02-9AC-HJ-NP-Z]+$/

/** @returns undefined if the text is not an address of any family */
export function readAddress(text: string): ReadAddress | undefined {
  // The checksum is ignored: wallets also write addresses in lower case, and other clients in upper case.
  if (isAddress(text, { strict: false })) return { namespace: 'eip155', address: getAddress(text.toLowerCase()) }
  if (isSolanaAddress(text)) return { namespace: 'solana', address: text }
  // QR codes use upper case (BIP 173).
  if (BITCOIN_ADDRESS.test(text)) {
    return { namespace: 'bip122', address: IS_BECH32.test(text) ? text.toLowerCase() : text }
  }
  return undefined
}

/**
 * A request's account and networks: the network `chainId` if given, or else all networks in `ids` that belong to the
 * address's family.
 * @throws ServiceError `chain.malformed`, `chain.unsupported`, `address.malformed`
 */
export function readAccount(text: string, chainId: string | undefined, ids: readonly CaipNetworkId[]) {
  const chain = chainId === undefined ? undefined : readChain(chainId)
  if (chain && !ids.includes(chain.caipNetworkId)) throw new ServiceError('chain.unsupported')
  const read = readAddress(text)
  if (!read || (chain && chain.namespace !== read.namespace)) throw new ServiceError('address.malformed')
  const networks = chain ? [chain.caipNetworkId] : ids.filter((id) => id.startsWith(`${read.namespace}:`))
  return { address: read.address, networks }
}
