import { createAction } from '@reduxjs/toolkit'
import type { ChainNamespace } from './caip.ts'
import type { Account } from './hostState.ts'

/** What a remote may hear of (`startListening`). Past tense: it has happened, and it is reflected in the state. */
export const accountConnected = /* @__PURE__ */ createAction<{ account: Account; isReconnect: boolean }>(
  'portico/accountConnected',
)
export const accountDisconnected = /* @__PURE__ */ createAction<{ namespace: ChainNamespace }>(
  'portico/accountDisconnected',
)
/** A transaction that the visitor started has been accepted by the chain: balances and lists are out of date. */
export const transactionConfirmed = /* @__PURE__ */ createAction<{ namespace: ChainNamespace; hash: string }>(
  'portico/transactionConfirmed',
)
