import type { Connector } from '@portico/contracts'
import { getWallets } from '@wallet-standard/app'
import { cleanName, isSafeIcon, safely } from '../announced.ts'
import { inDirectory } from '../explorerIds.ts'
import { coinbaseWallet, findCoinbase } from './coinbaseWallet.ts'
import type { SolanaWallet } from './solanaWallet.ts'
import { isSolanaWallet, type Registered, standardWallet } from './standardWallet.ts'

export interface FoundWallet {
  readonly connector: Connector
  readonly wallet: SolanaWallet
}

const COINBASE_NAME = 'Coinbase Wallet'
/** A registered "wallet" that only opens another connector, which the modal has itself (chains.md §2.3). */
const NOT_A_WALLET = 'WalletConnect'

/** A connector whose id is the wallet's name. */
const connectorOf = (name: string): Connector => ({
  id: name,
  name,
  type: 'ANNOUNCED',
  namespace: 'solana',
  ...inDirectory(name),
})

function read(registered: Registered, isTaken: (id: string) => boolean): FoundWallet | undefined {
  const name = cleanName(registered.name)
  if (!name || name === NOT_A_WALLET || !isSolanaWallet(registered)) return undefined
  let id = name
  for (let count = 2; isTaken(id); count++) id = `${name} ${count}`
  const imageUrl = registered.icon
  return {
    wallet: standardWallet(registered),
    connector: { ...connectorOf(name), id, ...(isSafeIcon(imageUrl) && { imageUrl }) },
  }
}

/**
 * The installed Solana wallets: all registered ones, and Coinbase's older object if no wallet of that name has
 * registered. Wallets are distinguished by object, not by name, because one of two with the same name may be an
 * impersonator, which must not be able to hide the real one.
 */
export function watchWallets(onChange: (wallets: readonly FoundWallet[]) => void, signal: AbortSignal): void {
  const registry = getWallets()
  const found = new Map<unknown, FoundWallet>()
  /** Connector ids are case-insensitive (chains.md, pitfall 23). */
  const isTaken = (id: string) =>
    [...found.values()].some(({ connector }) => connector.id.toLowerCase() === id.toLowerCase())

  const list = () => {
    const wallets = [...found.values()]
    if (coinbase && !isTaken(COINBASE_NAME)) wallets.push(coinbase)
    onChange(wallets)
  }
  const add = (registered: readonly unknown[]) => {
    for (const one of registered) {
      const wallet = found.has(one) ? undefined : safely(() => read(one as Registered, isTaken))
      if (wallet) found.set(one, wallet)
    }
  }
  const onRegistered = (...registered: readonly unknown[]) => {
    const before = found.size
    add(registered)
    if (found.size > before) list()
  }
  const onUnregistered = (...registered: readonly unknown[]) => {
    const removed = registered.filter((one) => found.delete(one))
    if (removed.length) list()
  }

  const legacy = findCoinbase()
  const coinbase: FoundWallet | undefined = legacy && {
    wallet: coinbaseWallet(legacy),
    connector: connectorOf(COINBASE_NAME),
  }
  const stops = [registry.on('register', onRegistered), registry.on('unregister', onUnregistered)]
  signal.addEventListener('abort', () => stops.forEach((stop) => void stop()), { once: true })
  add(registry.get())
  list()
}
