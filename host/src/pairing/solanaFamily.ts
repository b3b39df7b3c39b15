import { ModalError, type Network } from '@portico/contracts'
import { decodeBase58, encodeBase58 } from '../chains/solana/base58.ts'
import { isRejection } from '../chains/walletErrors.ts'
import { createEmitter } from './listeners.ts'
import type { PairedAccount } from './sessionAccounts.ts'
import type { Sessions } from './sessions.ts'
import {
  bytesOf,
  fromBase64,
  legacyFields,
  type SolanaTransaction,
  sameKind,
  toBase64,
  withSignature,
} from './solanaTransaction.ts'

const FAMILY = 'solana'

interface Connection {
  sendRawTransaction(bytes: Uint8Array, options?: object): Promise<string>
}

/** One field of an answer, as text. */
function textOf(answer: unknown, field: string): string | undefined {
  const value = typeof answer === 'object' && answer !== null ? (answer as Record<string, unknown>)[field] : undefined
  return typeof value === 'string' && value !== '' ? value : undefined
}

/** Solana accounts of a paired wallet. Requests are for the selected account, on its own network (pitfall 46). */
export function createSolanaFamily({ sessions }: { readonly sessions: Sessions }) {
  const { on, removeListener, emit } = createEmitter()

  function account(address = sessions.accountsOf(FAMILY)[0]?.address ?? ''): PairedAccount {
    const own = sessions.accountOf(FAMILY, address)
    if (own) return own
    throw new ModalError('connection.providerMissing')
  }

  const ask = (from: PairedAccount, method: string, params: unknown) =>
    sessions.request(FAMILY, from.chain, method, params)

  async function sign(from: PairedAccount, bytes: Uint8Array): Promise<string> {
    const params = { message: encodeBase58(bytes), pubkey: from.address }
    const answer = await ask(from, 'solana_signMessage', params)
    const signature = typeof answer === 'string' ? answer : textOf(answer, 'signature')
    if (!signature || decodeBase58(signature)?.length !== 64) throw new Error('the signature is none')
    return signature
  }

  async function signTransaction<T extends SolanaTransaction>(transaction: T): Promise<T> {
    const from = account()
    const bytes = bytesOf(transaction)
    const params = { transaction: toBase64(bytes), pubkey: from.address, ...legacyFields(transaction) }
    const answer = await ask(from, 'solana_signTransaction', params)
    const whole = textOf(answer, 'transaction')
    // Older wallets answer with their signature alone.
    const signed = whole ? fromBase64(whole) : withSignature(bytes, from.address, textOf(answer, 'signature') ?? '')
    return sameKind(transaction, signed) as T
  }

  async function signAllTransactions<T extends SolanaTransaction>(transactions: readonly T[]): Promise<T[]> {
    const from = account()
    const canAll = sessions.access(FAMILY)?.methods.includes('solana_signAllTransactions')
    if (canAll) {
      try {
        const params = { transactions: transactions.map((one) => toBase64(bytesOf(one))), pubkey: from.address }
        const answer = await ask(from, 'solana_signAllTransactions', params)
        const all = (answer as { transactions?: unknown } | null)?.transactions
        if (!Array.isArray(all) || all.length !== transactions.length) throw new Error('the answer cannot be read')
        return transactions.map((one, index) => sameKind(one, fromBase64(String(all[index]))) as T)
      } catch (error) {
        if (!isUnsupported(error)) throw error
      }
    }
    const signed: T[] = []
    for (const one of transactions) signed.push(await signTransaction(one))
    return signed
  }

  async function signAndSendTransaction(transaction: SolanaTransaction, sendOptions?: object): Promise<string> {
    const from = account()
    const params = {
      transaction: toBase64(bytesOf(transaction)),
      pubkey: from.address,
      ...(sendOptions && { sendOptions }),
    }
    const answer = await ask(from, 'solana_signAndSendTransaction', params)
    const signature = typeof answer === 'string' ? answer : textOf(answer, 'signature')
    if (!signature) throw new Error('the answer cannot be read')
    return signature
  }

  /** The interface that libraries of Solana know (chains.md §5.3). Errors are the wallet's own. */
  const provider = {
    on,
    removeListener,
    get publicKey(): string | undefined {
      return sessions.accountsOf(FAMILY)[0]?.address
    },
    getAccounts: async () => sessions.accountsOf(FAMILY).map(({ address }) => address),
    signMessage: async (message: Uint8Array) => decodeBase58(await sign(account(), message)) ?? new Uint8Array(),
    signTransaction,
    signAllTransactions,
    signAndSendTransaction,
    async sendTransaction(transaction: SolanaTransaction, connection: Connection, options?: object): Promise<string> {
      return connection.sendRawTransaction(bytesOf(await signTransaction(transaction)), options)
    },
    request: async ({ method, params }: { method: string; params?: unknown }) => ask(account(), method, params ?? {}),
  }

  sessions.changes.add(({ namespace, change }) => {
    if (namespace !== FAMILY) return
    if (change.type === 'accounts')
      emit(
        'accountsChanged',
        change.accounts.map(({ address }) => address),
      )
    else if (change.type === 'network') emit('chainChanged', change.caipNetworkId)
    else if (change.type === 'disconnected') emit('disconnect', undefined)
  })

  return {
    provider,
    signMessage: async (address: string, message: string) => sign(account(address), new TextEncoder().encode(message)),
    switchNetwork: async (_connectorId: string, network: Network) => switchTo(sessions, network),
  }
}

const isUnsupported = (error: unknown): boolean =>
  !isRejection(error) && [4200, 5101, -32601].includes((error as { code?: number } | null)?.code ?? 0)

/**
 * Where a wallet cannot be asked for another network, only those can be chosen that it has agreed to.
 * @throws ModalError `chain.unsupported`
 */
export function switchTo(sessions: Sessions, { chainNamespace, caipNetworkId }: Network): void {
  if (!sessions.chainOf(chainNamespace, caipNetworkId)) throw new ModalError('chain.unsupported')
  sessions.setNetwork(chainNamespace, caipNetworkId)
}
