import {
  type ActingCommands,
  addErrors,
  ModalError,
  selectAccount,
  selectActiveNamespace,
  selectConnection,
  selectNetwork,
} from '@portico/contracts'
import { actingErrors } from '@portico/contracts/actingErrors'
import { SwapRouters } from '@portico/contracts/services/swapRouters'
import { safeParse } from 'valibot'
import { nftsSlice } from '../account/nfts/nftsSlice.ts'
import { endBy } from '../connections/connectionCode.ts'
import type { HostServices } from '../hostServices.ts'
import type { ReducerRegistry } from '../kernel/reducerRegistry.ts'
import { selectOptions } from '../settingsSlice.ts'
import type { ShellStore } from '../store.ts'
import { askingSlice, selectRequested, walletAnswered, walletAsked } from './askingSlice.ts'
import { askEsplora, askNode } from './askNode.ts'
import { askService } from './askService.ts'
import { holdingsCache, loadHoldings } from './holdings.ts'
import { keepTransactions, transactionsSlice } from './keepTransactions.ts'
import { sendTransaction } from './sendTransaction.ts'
import { trackedOf } from './tracked.ts'

/** What the acting code needs from its modal. */
export interface ActingSetup {
  readonly store: ShellStore
  readonly reducers: ReducerRegistry
  readonly services: HostServices
  /** Returns what the signed index says about swap routers, unparsed. */
  readonly swapRouters: () => unknown
}

const isSameAccount = (one: string, other: string) =>
  one.startsWith('0x') ? one.toLowerCase() === other.toLowerCase() : one === other

/** One modal's access to nodes, services and the wallet, for everything that moves money or shows it. */
export function createActing({ store, reducers, services, swapRouters }: ActingSetup): ActingCommands {
  addErrors(actingErrors)
  reducers.add(holdingsCache.name, holdingsCache.reducer)
  reducers.add(transactionsSlice.name, transactionsSlice.reducer)
  reducers.add(nftsSlice.name, nftsSlice.reducer)
  reducers.add(askingSlice.name, askingSlice.reducer)
  let requests = 0
  const state = () => store.getState()
  const kept = keepTransactions({
    store,
    services,
    isKnown: (caipNetworkId) => selectNetwork(state(), caipNetworkId) !== undefined,
    nodes: {
      askNode: (request) => askNode(state(), request, services.life),
      askEsplora: (caipNetworkId, path) => askEsplora(state(), caipNetworkId, path, services.life),
    },
  })

  return {
    askNode: (request, signal) => askNode(state(), request, signal),
    askEsplora: (caipNetworkId, path, signal) => askEsplora(state(), caipNetworkId, path, signal),
    async askService(request, signal) {
      const { projectId, endpoints } = selectOptions(state())
      return askService({ api: endpoints.api, projectId, sdkVersion: services.sdkVersion ?? '' }, request, signal)
    },
    swapRouters() {
      const read = safeParse(SwapRouters, swapRouters())
      return read.success ? read.output : []
    },
    async loadHoldings(isForced) {
      const account = selectAccount(state())
      if (account) await store.dispatch(loadHoldings(account, isForced))
    },
    async send(request, note) {
      const { namespace, caipNetworkId, from } = request
      // Otherwise a second click, here or in another view, would pay twice.
      if (selectRequested(state()).some((one) => one.status === 'asking' && isSameAccount(one.from, from))) {
        throw new ModalError('connection.pending')
      }
      const id = ++requests
      store.dispatch(walletAsked({ id, caipNetworkId, from, note }))
      let hash: string | undefined
      try {
        hash = await sendTransaction(state(), services, request)
        const sent = trackedOf(request, hash, note, selectConnection(state(), namespace)?.connectorId)
        kept.add(sent)
        return sent
      } finally {
        store.dispatch(walletAnswered({ id, hash }))
      }
    },
    disconnect: async () => {
      const namespace = selectActiveNamespace(state())
      await store.dispatch(endBy(namespace, (code) => code.disconnect(namespace)))
    },
    track: (event, properties) => services.track(event, properties),
  }
}
