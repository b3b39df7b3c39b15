import type { Connection, ConnectionAccount, ConnectionChange } from '@portico/contracts'
import { decodeBase58, encodeBase58 } from '@portico/contracts/chains/bytes'
import type { RpcMethod } from '@portico/contracts/embeddedWallet/rpcMethods'
import { readerLike, serialize, signatureOf, signatureText } from '../chains/solana/bytes.ts'
import { type SolanaWallet, unusable } from '../chains/solana/solanaWallet.ts'
import type { RpcGate } from './rpcGate.ts'

/** The wallet serves whatever Solana network the page is on. */
const chainsOf = (connection: Connection | undefined) => (connection ? [connection.caipNetworkId] : [])

export interface EmbeddedSolanaWallet extends SolanaWallet {
  /** To be called when the connection changes or ends. */
  hear(change: ConnectionChange): void
}

/** The embedded wallet's Solana account with the methods that all our Solana wallets have. */
export function createSolanaWallet(
  gate: Pick<RpcGate, 'request'>,
  connection: () => Connection | undefined,
  signOut: () => Promise<void>,
): EmbeddedSolanaWallet {
  const listeners = new Set<(accounts: readonly ConnectionAccount[], isOver?: boolean) => void>()
  const accounts = () => connection()?.accounts ?? []
  const ask = async (method: RpcMethod, params: object) => {
    if (!connection()) throw unusable('nobody is signed in')
    return (await gate.request({ method, params }, 'solana')) as Readonly<Record<string, unknown>>
  }
  const encoded = (bytes: Uint8Array) => encodeBase58(bytes)
  const decoded = (text: unknown) => {
    const bytes = typeof text === 'string' ? decodeBase58(text) : undefined
    if (!bytes?.length) throw unusable('the wallet gave no signed transaction')
    return bytes
  }

  return {
    chains: () => chainsOf(connection()),
    accounts,
    connect: async () => accounts(),
    disconnect: signOut,
    onAccounts(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    async signMessage(pubkey, message) {
      const { signature } = await ask('solana_signMessage', { message: encoded(message), pubkey })
      return signatureOf(typeof signature === 'string' ? decodeBase58(signature) : undefined)
    },
    async sign(_, transactions) {
      if (!transactions.length) return []
      const readers = transactions.map(readerLike)
      const [first = '', ...more] = transactions.map((transaction) => encoded(serialize(transaction)))
      const signed = more.length
        ? (await ask('solana_signAllTransactions', { transactions: [first, ...more] })).transactions
        : [(await ask('solana_signTransaction', { transaction: first })).transaction]
      if (!Array.isArray(signed) || signed.length !== readers.length) throw unusable('the wallet gave another answer')
      return readers.map((read, index) => read(decoded(signed[index])))
    },
    async send(_, transaction, __, options) {
      const params = { transaction: encoded(serialize(transaction)), options }
      return signatureText((await ask('solana_signAndSendTransaction', params)).signature)
    },
    hear(change) {
      if (change.type === 'accounts') for (const listener of [...listeners]) listener(change.accounts)
      if (change.type === 'disconnected') for (const listener of [...listeners]) listener([], true)
    },
  }
}
