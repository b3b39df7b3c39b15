import { ed25519 } from '@noble/curves/ed25519.js'
import { utf8ToBytes } from '@noble/hashes/utils.js'
import type { CaipNetworkId, SIWXMessageData, SIWXSession } from '@portico/contracts'
import { base58 } from '@scure/base'
import { privateKeyToAccount } from 'viem/accounts'
import { createMessenger, type MessengerOptions } from '../src/messages/createMessenger.ts'
import { formatMessage } from '../src/messages/formatMessage.ts'
import { BITCOIN, keyOf } from './bitcoinWallet.ts'

/** Visitors of every chain family, each with a real key. */
export interface Visitor {
  readonly address: string
  readonly chainId: CaipNetworkId
  sign(message: string): string | Promise<string>
}

export const ETHEREUM: CaipNetworkId = 'eip155:1'
export const SOLANA: CaipNetworkId = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'

export function evmVisitor(digit = '1', chainId = ETHEREUM): Visitor {
  const account = privateKeyToAccount(`0x${digit.repeat(64)}`)
  return { address: account.address, chainId, sign: (message) => account.signMessage({ message }) }
}

export function solanaVisitor(byte = 1, chainId = SOLANA): Visitor {
  const secret = new Uint8Array(32).fill(byte)
  return {
    address: base58.encode(ed25519.getPublicKey(secret)),
    chainId,
    sign: (message) => base58.encode(ed25519.sign(utf8ToBytes(message), secret)),
  }
}

export function bitcoinVisitor(kind: 'p2wpkh' | 'p2tr' = 'p2wpkh', byte = 1, chainId = BITCOIN): Visitor {
  const { address, sign322 } = keyOf(new Uint8Array(32).fill(byte), kind)
  return { address, chainId, sign: (message) => sign322?.(message) ?? '' }
}

/** Signs in the way the modal does: a message and its signature. */
export async function signIn(visitor: Visitor, options: MessengerOptions = {}, changes: Partial<SIWXMessageData> = {}) {
  const messenger = createMessenger({ domain: 'shop.example', uri: 'https://shop.example/', ...options })
  const message = await messenger.createMessage({ accountAddress: visitor.address, chainId: visitor.chainId })
  const data = { ...message, ...changes }
  const text = formatMessage(data)
  const session: SIWXSession = { data, message: text, signature: await visitor.sign(text) }
  return session
}
