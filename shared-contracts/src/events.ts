import { createAction } from '@reduxjs/toolkit'
import type { ChainNamespace } from './caip.ts'
import type { Account } from './hostState.ts'

/** Events that a remote may listen to (`startListening`). When one is sent, the state already reflects it. */
export const accountConnected = /* @__PURE__ */ createAction<{ account: Account; isReconnect: boolean }>(
  'portico/accountConnected',
)
export const accountDisconnected = /* @__PURE__ */ createAction<{ namespace: ChainNamespace }>(
  'portico/accountDisconnected',
)
/** The chain has accepted a transaction that the visitor started, so balances and lists are out of date. */
export const transactionConfirmed = /* @__PURE__ */ createAction<{ namespace: ChainNamespace; hash: string }>(
  'portico/transactionConfirmed',
)
