import { type Connection, type ConnectionChange, ModalError } from '@portico/contracts'
import { inTime, SILENT_WAIT_MS } from '../../async/within.ts'
import { safely } from '../announced.ts'
import { connectionOf } from './connection.ts'
import { type BitcoinNetwork, networkOf } from './networks.ts'
import type { BitcoinWallet, Grant, WalletEvent } from './wallet.ts'

/** One wallet's connection, kept up to date with the wallet's changes, and the watchers of that connection. */
export interface Live {
  readonly connection: Connection | undefined
  begin(connection: Connection): void
  end(): void
  watch(onChange: (change: ConnectionChange) => void, signal: AbortSignal): void
  /** To be called after a switch. @throws ModalError `chain.switchDeclined` if the wallet reports another network */
  moved(to: BitcoinNetwork): Promise<void>
}

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

export function createLive(wallet: BitcoinWallet): Live {
  let connection: Connection | undefined
  const watchers = new Set<(change: ConnectionChange) => void>()
  let stop: (() => void) | undefined
  /** Counts updates, so that late answers can be dropped. */
  let heard = 0

  const tell = (change: ConnectionChange) => {
    for (const watcher of [...watchers]) watcher(change)
  }
  const current = (): BitcoinNetwork | undefined => connection && networkOf(connection.caipNetworkId)

  function gone(): void {
    if (!connection) return
    connection = undefined
    tell({ type: 'disconnected' })
  }

  function take(grant: Grant, wanted: BitcoinNetwork): void {
    const before = connection
    if (!before) return
    const next = connectionOf(before.connectorId, grant, wanted)
    if (!next) {
      gone()
      return
    }
    connection = next
    if (!isSame(before.accounts, next.accounts)) tell({ type: 'accounts', accounts: next.accounts })
    if (before.caipNetworkId !== next.caipNetworkId) tell({ type: 'network', caipNetworkId: next.caipNetworkId })
  }

  /** `isSure`: the wallet has reported a change, so that a failed read means it has disconnected. */
  async function look(isSure: boolean, wanted = current()): Promise<void> {
    if (!wanted) return
    const turn = ++heard
    try {
      const grant = await inTime(wallet.read(wanted), SILENT_WAIT_MS)
      if (grant && turn === heard) take(grant, wanted)
    } catch {
      if (isSure && turn === heard) gone()
    }
  }

  function onEvent(event: WalletEvent): void {
    if (event === 'gone') {
      heard++
      gone()
      return
    }
    const wanted = event?.network ?? current()
    const grant = event?.accounts && { ...event, accounts: event.accounts }
    // An event without a readable account proves nothing, so the wallet is asked.
    if (connection && wanted && grant && connectionOf(connection.connectorId, grant, wanted)) {
      heard++
      take(grant, wanted)
    } else void look(true, wanted)
  }

  function start(): () => void {
    // A wallet with broken events counts as one without events.
    const unsubscribe = safely(() => wallet.subscribe(onEvent))
    if (unsubscribe) return unsubscribe
    const onFocus = () => void look(false)
    globalThis.addEventListener('focus', onFocus) // the visitor may be returning from the wallet
    return () => globalThis.removeEventListener('focus', onFocus)
  }

  return {
    get connection() {
      return connection
    },
    begin(established) {
      heard++
      connection = established
    },
    end() {
      heard++
      connection = undefined
    },
    watch(onChange, signal) {
      if (signal.aborted) return
      const watcher = (change: ConnectionChange) => onChange(change) // the same function may watch twice
      watchers.add(watcher)
      stop ??= start()
      signal.addEventListener(
        'abort',
        () => {
          watchers.delete(watcher)
          if (watchers.size) return
          stop?.()
          stop = undefined
        },
        { once: true },
      )
    },
    async moved(to) {
      heard++
      const grant = await inTime(wallet.read(to), SILENT_WAIT_MS).catch(() => undefined)
      const before = connection
      if (!before) return
      if (grant) take(grant, to)
      else connection = { ...before, caipNetworkId: to.caipNetworkId } // the switch cannot be verified without a prompt
      if (current() && current() !== to) throw new ModalError('chain.switchDeclined')
    },
  }
}
