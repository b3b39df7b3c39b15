import { decodeBase58 } from '@portico/contracts/chains/bytes'
import { getAddress, isAddress } from 'viem'
import type { RpcNamespace } from '../../jsonRpc/methods.ts'

export interface ReadAddress {
  readonly namespace: RpcNamespace
  /** As its chains write it: one spelling for one account. */
  readonly address: string
}

const SOLANA_LENGTH = { text: 44, bytes: 32 }

const isSolanaAddress = (text: string) =>
  text.length <= SOLANA_LENGTH.text && decodeBase58(text)?.length === SOLANA_LENGTH.bytes

/** What is no address after all is found out by its checksum, which is left to who knows the network. */
const BITCOIN_ADDRESS =
  /^(?:[a-z]{2,4}1[02-9ac-hj-np-z]{11,87}|[A-Z]{2,4}1[02-9AC-HJ-NP-Z]{11,87}|[1-9A-HJ-NP-Za-km-z]{26,35})$/
const IS_BECH32 = /^[A-Z]{2,4}1[02-9AC-HJ-NP-Z]+$/

/** @returns undefined for what is no address of any family */
export function readAddress(text: string): ReadAddress | undefined {
  // A wrong checksum is no reason: wallets write addresses in small letters, too, and foreign clients in capital ones.
  if (isAddress(text, { strict: false })) return { namespace: 'eip155', address: getAddress(text.toLowerCase()) }
  if (isSolanaAddress(text)) return { namespace: 'solana', address: text }
  // BIP 173: a QR code holds it in capital letters.
  if (BITCOIN_ADDRESS.test(text)) {
    return { namespace: 'bip122', address: IS_BECH32.test(text) ? text.toLowerCase() : text }
  }
  return undefined
}
