import { type ConnectionAccount, isModalError, ModalError, type Network } from '@portico/contracts'
import { safely } from '../announced.ts'
import { isRejection, REQUEST, translate, translating } from '../walletErrors.ts'
import { serialize } from './bytes.ts'
import { walletChain } from './networks.ts'
import { sendSigned } from './sendSigned.ts'
import type { SendOptions, SolanaTransaction, SolanaWallet } from './solanaWallet.ts'
import { askAccounts, disconnect, onAccounts } from './wallet.ts'

interface Events {
  /** The active address; undefined if the wallet no longer shows any. */
  accountChanged: (address: string | undefined) => void
  disconnect: () => void
}

/**
 * The site's provider (`getProvider`) for a Solana wallet, the same for every wallet. Addresses and transaction
 * signatures are base58. Transactions are bytes, or objects of a Solana library with `serialize`; the result has the
 * same type. Every rejection is a `ModalError`: `connection.requestRejected` when the visitor declined, otherwise
 * `connection.requestFailed`.
 */
export interface SolanaProvider {
  /** The active account, undefined while the wallet shows none. */
  readonly publicKey: string | undefined
  /** @throws ModalError `connection.rejected`, `connection.failed`, `connection.chainsUnsupported` */
  connect(): Promise<{ readonly publicKey: string }>
  disconnect(): Promise<void>
  /** The 64 bytes of the signature. */
  signMessage(message: Uint8Array): Promise<Uint8Array>
  signTransaction<T extends SolanaTransaction>(transaction: T): Promise<T>
  /** Either all transactions are signed, or none. */
  signAllTransactions<T extends SolanaTransaction>(transactions: readonly T[]): Promise<readonly T[]>
  /** Resolves with the signature once the transaction is sent, not confirmed. If the wallet cannot send, we do. */
  signAndSendTransaction(transaction: SolanaTransaction, options?: SendOptions): Promise<string>
  on<Event extends keyof Events>(event: Event, listener: Events[Event]): void
  removeListener<Event extends keyof Events>(event: Event, listener: Events[Event]): void
}

/** The wallet may pass on a node's error, whose code -32002 means a failing simulation, not a pending request. */
const sendingError = (error: unknown): ModalError =>
  isModalError(error) || isRejection(error)
    ? translate(error, REQUEST)
    : new ModalError(REQUEST.otherwise, { cause: error })

/** @param network returns the connection's current network */
export function createProvider(wallet: SolanaWallet, network: () => Network | undefined): SolanaProvider {
  const listeners = { accountChanged: new Set<Events['accountChanged']>(), disconnect: new Set<Events['disconnect']>() }
  let stop: (() => void) | undefined

  const activeAddress = () => wallet.accounts()[0]?.address

  /** @throws ModalError `connection.requestFailed` */
  function active(): string {
    const address = activeAddress()
    if (!address) throw new ModalError('connection.requestFailed', { details: { reason: 'not connected' } })
    return address
  }

  /** @throws ModalError `connection.requestFailed`, `chain.unsupported` */
  function situation() {
    const address = active()
    const where = network()
    if (!where) throw new ModalError('connection.requestFailed', { details: { reason: 'not connected' } })
    const chain = walletChain(where, wallet.chains())
    if (!chain) throw new ModalError('chain.unsupported')
    return { address, chain, network: where }
  }

  async function signAndSend(transaction: SolanaTransaction, options: SendOptions): Promise<string> {
    const { address, chain, network } = situation()
    const [signed = new Uint8Array()] = await wallet.sign(address, [serialize(transaction)], chain)
    return sendSigned(network, signed, options)
  }

  function tell(accounts: readonly ConnectionAccount[]): void {
    const address = accounts[0]?.address
    for (const listener of listeners.accountChanged) safely(() => listener(address))
    if (!address) for (const listener of listeners.disconnect) safely(() => listener())
  }

  /** Listens to the wallet only while the site listens. */
  function listen(): void {
    const isWanted = listeners.accountChanged.size + listeners.disconnect.size > 0
    if (isWanted) stop ??= onAccounts(wallet, tell)
    else {
      stop?.()
      stop = undefined
    }
  }

  const provider: SolanaProvider = {
    get publicKey() {
      return activeAddress()
    },
    async connect() {
      const where = network()
      if (!where) throw new ModalError('connection.failed', { details: { reason: 'no network' } })
      const [{ address }] = await askAccounts(wallet, where)
      return { publicKey: address }
    },
    disconnect: () => disconnect(wallet),
    signMessage: (message) => translating(async () => wallet.signMessage(active(), message)),
    signTransaction: (transaction) =>
      translating(async () => {
        const { address, chain } = situation()
        const [signed = transaction] = await wallet.sign(address, [transaction], chain)
        return signed
      }),
    signAllTransactions: (transactions) =>
      translating(async () => {
        const { address, chain } = situation()
        return wallet.sign(address, transactions, chain)
      }),
    async signAndSendTransaction(transaction, options = {}) {
      try {
        const { address, chain } = situation()
        if (wallet.send) return await wallet.send(address, transaction, chain, options)
        return await signAndSend(transaction, options)
      } catch (error) {
        throw sendingError(error)
      }
    },
    on(event, listener) {
      const heard: Set<typeof listener> = listeners[event] as never
      heard.add(listener)
      listen()
    },
    removeListener(event, listener) {
      const heard: Set<typeof listener> = listeners[event] as never
      heard.delete(listener)
      listen()
    },
  }
  return provider
}
