import {
  type Connection,
  type ConnectionAccount,
  type ConnectionChange,
  DISCONNECT_WAIT_MS,
  ModalError,
  type Network,
} from '@portico/contracts'
import { encodeBase58 } from '@portico/contracts/chains/bytes'
import { unlessAborted } from '../../async/unlessAborted.ts'
import { inTime, SILENT_WAIT_MS } from '../../async/within.ts'
import { safely } from '../announced.ts'
import { CONNECT, translating } from '../walletErrors.ts'
import { walletChain } from './networks.ts'
import type { SolanaWallet } from './solanaWallet.ts'

type Accounts = Connection['accounts']

/** Wallets that we have disconnected. If one of them reports an empty account list, that is final. */
const left = new WeakSet<SolanaWallet>()

const hasAny = (accounts: readonly ConnectionAccount[]): accounts is Accounts => accounts.length > 0

/** @throws ModalError `connection.rejected`, `connection.pending`, `connection.failed`, `connection.chainsUnsupported` */
export async function askAccounts(wallet: SolanaWallet, network: Network, signal?: AbortSignal): Promise<Accounts> {
  // Checked before the wallet prompts, because nothing could be signed on this network.
  if (!walletChain(network, wallet.chains())) throw new ModalError('connection.chainsUnsupported')
  return translating(async () => {
    left.delete(wallet)
    const accounts = await unlessAborted(wallet.connect(false), signal)
    if (!hasAny(accounts)) throw new Error('the wallet gave no account')
    return accounts
  }, CONNECT)
}

/** A wallet has no network of its own, so the connection is on the page's. */
export const connect = async (
  connectorId: string,
  wallet: SolanaWallet,
  network: Network,
  signal?: AbortSignal,
): Promise<Connection> => ({
  connectorId,
  accounts: await askAccounts(wallet, network, signal),
  caipNetworkId: network.caipNetworkId,
})

/** `silent` never prompts (chains.md, pitfall 7). Undefined if the wallet is locked or gone. */
export async function restore(
  connectorId: string,
  wallet: SolanaWallet,
  network: Network,
): Promise<Connection | undefined> {
  if (!walletChain(network, wallet.chains())) return undefined
  try {
    left.delete(wallet)
    const accounts = await wallet.connect(true)
    return hasAny(accounts) ? { connectorId, accounts, caipNetworkId: network.caipNetworkId } : undefined
  } catch {
    return undefined
  }
}

/** Does not wait for a silent wallet, because the connection is forgotten in any case. */
export async function disconnect(wallet: SolanaWallet): Promise<void> {
  left.add(wallet)
  await inTime(wallet.disconnect(), DISCONNECT_WAIT_MS).catch(() => {})
}

/**
 * Calls back with all accounts when they change, and with none only if the wallet no longer grants any. Some wallets
 * emit an empty list even when switching accounts (chains.md §3.7), so a silent request asks what they still grant.
 * @returns a function that removes the listener; undefined if the wallet's events do not work
 */
export function onAccounts(
  wallet: SolanaWallet,
  listener: (accounts: readonly ConnectionAccount[]) => void,
): (() => void) | undefined {
  /** Counts updates, so that late answers can be dropped. */
  let heard = 0
  let isAsking = false

  async function onEmpty(): Promise<void> {
    if (isAsking) return // one silent request at a time
    isAsking = true
    const turn = ++heard
    const granted = await inTime(wallet.connect(true), SILENT_WAIT_MS).catch(() => [])
    isAsking = false
    if (turn === heard) listener(granted)
  }

  const stop = safely(() =>
    wallet.onAccounts((accounts, isOver = left.has(wallet)) => {
      if (!hasAny(accounts) && !isOver) return void onEmpty()
      heard++
      listener(accounts)
    }),
  )
  return (
    stop &&
    (() => {
      heard++
      safely(stop)
    })
  )
}

export function watch(wallet: SolanaWallet, onChange: (change: ConnectionChange) => void, signal: AbortSignal): void {
  const stop = onAccounts(wallet, (accounts) => {
    if (!signal.aborted) onChange(hasAny(accounts) ? { type: 'accounts', accounts } : { type: 'disconnected' })
  })
  signal.addEventListener('abort', () => stop?.(), { once: true })
}

/** Signs the UTF-8 bytes of a text. Returns the signature in base58. */
export const signMessage = (wallet: SolanaWallet, address: string, message: string): Promise<string> =>
  translating(async () => encodeBase58(await wallet.signMessage(address, new TextEncoder().encode(message))))
