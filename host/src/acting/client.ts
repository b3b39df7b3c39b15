import { type ActingCommands, addErrors, selectAccount, selectNetwork } from '@portico/contracts'
import { actingErrors } from '@portico/contracts/actingErrors'
import { selectOptions } from '../settingsSlice.ts'
import { askEsplora, askNode } from './askNode.ts'
import { askService } from './askService.ts'
import { holdingsCache, loadHoldings } from './holdings.ts'
import { keepTransactions } from './keepTransactions.ts'
import { sendTransaction } from './sendTransaction.ts'
import type { ActingSetup } from './setup.ts'
import { trackedOf } from './tracked.ts'
import { transactionsSlice } from './transactionsSlice.ts'

/** Nodes, services and the wallet of one modal, for what moves or shows money. */
export function createActing({ store, reducers, services }: ActingSetup): ActingCommands {
  addErrors(actingErrors)
  reducers.add(holdingsCache.name, holdingsCache.reducer)
  reducers.add(transactionsSlice.name, transactionsSlice.reducer)
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
    async loadHoldings(isForced) {
      const account = selectAccount(state())
      if (account) await store.dispatch(loadHoldings(account, isForced))
    },
    async send(request, note) {
      const hash = await sendTransaction(state(), services, request)
      const sent = trackedOf(request, hash, note)
      kept.add(sent)
      return sent
    },
  }
}
