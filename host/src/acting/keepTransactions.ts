import { type CaipNetworkId, parseCaipNetworkId, transactionConfirmed } from '@portico/contracts'
import { createSlice, type PayloadAction } from '@reduxjs/toolkit'
import type { HostServices } from '../hostServices.ts'
import type { ShellStore } from '../store.ts'
import { follow, isFinal } from './follow.ts'
import { look, type Nodes } from './look.ts'
import { keyOf, merge, readTracked, type TrackedTransaction } from './tracked.ts'

type State = readonly TrackedTransaction[]

/** The only writer of the transactions sent from this browser. Part of the acting chunk. */
export const transactionsSlice = createSlice({
  name: 'transactions',
  initialState: [] as State,
  reducers: {
    /** All known transactions, newest first. */
    listed: (_, { payload }: PayloadAction<State>): State => payload,
  },
})

const { listed } = transactionsSlice.actions

interface Keeping {
  readonly store: Pick<ShellStore, 'getState' | 'dispatch'>
  readonly services: Pick<HostServices, 'storage' | 'life'>
  readonly nodes: Nodes
  /** Whether the page has this network: no other network can be queried. */
  readonly isKnown: (caipNetworkId: CaipNetworkId) => boolean
}

/**
 * Keeps the transactions sent from this browser, in the store and across reloads, and follows each one until its phase
 * is final. Tabs share one list: a phase that is final in one tab is final in all.
 * @returns a function that adds a transaction
 */
export function keepTransactions({ store, services: { storage, life }, nodes, isKnown }: Keeping) {
  const followed = new Set<string>()
  const list = () => (store.getState().transactions ?? []) as readonly TrackedTransaction[]
  const find = (key: string) => list().find((one) => keyOf(one) === key)

  /** Final transactions first, because the first of two duplicates wins. */
  function put(...lists: readonly (readonly TrackedTransaction[])[]): void {
    const all = lists.flat()
    store.dispatch(listed(merge(all.filter(isFinal), all)))
    for (const one of list()) watch(one)
  }

  /** Merges what another tab has written meanwhile. */
  function write(): void {
    put(list(), readTracked(storage.read('transactions')))
    storage.write('transactions', list() as never)
  }

  function watch(transaction: TrackedTransaction): void {
    const key = keyOf(transaction)
    if (isFinal(transaction) || followed.has(key) || !isKnown(transaction.caipNetworkId)) return
    followed.add(key)
    const following = follow({
      look: (one) => look(one, nodes),
      current: () => find(key),
      signal: life,
      onStatus(status) {
        const known = find(key)
        if (!known || isFinal(known)) return
        const { nonce = known.nonce, ...news } = status
        if (status.phase === known.phase && nonce === known.nonce) return
        const { call, ...rest } = { ...known, ...news, nonce }
        const now = isFinal(rest) ? rest : { ...rest, call }
        put(
          [now],
          list().filter((one) => one !== known),
        )
        write()
        const { namespace } = parseCaipNetworkId(now.caipNetworkId)
        // Even a failed transaction has cost its fee, and a replacement has moved something too.
        if (isFinal(now)) store.dispatch(transactionConfirmed({ namespace, hash: now.hash }))
      },
    })
    void following.finally(() => followed.delete(key))
  }

  const stop = storage.watch('transactions', () => put(list(), readTracked(storage.read('transactions'))))
  life.addEventListener('abort', stop)
  put(readTracked(storage.read('transactions')))

  return {
    add(transaction: TrackedTransaction): void {
      put([transaction], list())
      write()
    },
  }
}
