import { array, length, literal, looseObject, looseTuple, nullish, optional, picklist, pipe, union } from 'valibot'
import { FINAL_AFTER_SLOTS, type SolanaChain } from './createChain.ts'
import { type AccountConfig, encodeAccount } from './encodeAccount.ts'
import type { TransactionRecord } from './history.ts'
import type { Methods } from './methods/methods.ts'
import { AccountConfigParam, AddressParam, NumberParam, readParams, SignatureParam } from './params.ts'
import { SYSTEM_PROGRAM } from './programs.ts'
import { RpcError } from './rpcError.ts'

/** Limits memory against clients that never unsubscribe; further subscriptions fail. */
const MAX_SUBSCRIPTIONS = 1_000

const Commitment = looseObject({ commitment: optional(picklist(['processed', 'confirmed', 'finalized'])) })
const SignatureCall = looseTuple([SignatureParam, nullish(Commitment, {})])
const AccountCall = looseTuple([AddressParam, AccountConfigParam])
const LogsCall = looseTuple([
  union([literal('all'), literal('allWithVotes'), looseObject({ mentions: pipe(array(AddressParam), length(1)) })]),
])
const UnsubscribeCall = looseTuple([NumberParam])

type Send = (message: object) => void

/** The subscriptions of one socket: https://solana.com/docs/rpc/websocket. */
export function createSubscriptions(chain: SolanaChain, send: Send) {
  /** Functions that unsubscribe, keyed by subscription id. */
  const subscriptions = new Map<number, () => void>()
  let lastId = 0

  const end = (id: number) => {
    subscriptions.get(id)?.()
    return subscriptions.delete(id)
  }

  function subscribe(watch: (notify: (method: string, result: unknown) => void, id: number) => () => void): number {
    if (subscriptions.size >= MAX_SUBSCRIPTIONS) throw new RpcError('internalError', 'too many subscriptions')
    const id = ++lastId
    const notify = (method: string, result: unknown) =>
      send({ jsonrpc: '2.0', method, params: { result, subscription: id } })
    subscriptions.set(id, watch(notify, id))
    return id
  }

  const watchRecords = (isMeant: (record: TransactionRecord) => boolean, tell: (record: TransactionRecord) => void) =>
    chain.watchTransactions((record) => {
      if (isMeant(record)) tell(record)
    })

  const methods: Methods = {
    signatureSubscribe(params) {
      const [signature, { commitment = 'finalized' }] = readParams(SignatureCall, params)
      const after = commitment === 'finalized' ? FINAL_AFTER_SLOTS : 0
      return subscribe((notify, id) => {
        const tell = () => {
          const record = chain.history.get(signature)
          if (!record || chain.slot < record.slot + after) return
          notify('signatureNotification', { context: { slot: chain.slot }, value: { err: record.error } })
          end(id)
        }
        // The answer with the id goes first, even if the transaction has already happened.
        const soon = setImmediate(tell)
        const undo = [chain.watchTransactions(tell), chain.watchSlots(tell), () => clearImmediate(soon)]
        return () => {
          for (const stop of undo) stop()
        }
      })
    },
    accountSubscribe(params) {
      const [address, config] = readParams(AccountCall, params)
      return subscribe((notify) =>
        watchRecords(
          ({ keys }) => keys.includes(address),
          ({ slot }) => {
            const value = encodeAccountOrNothing(chain, address, config)
            notify('accountNotification', { context: { slot }, value })
          },
        ),
      )
    },
    logsSubscribe(params) {
      const [filter] = readParams(LogsCall, params)
      const mentioned = typeof filter === 'string' ? undefined : filter.mentions[0]
      return subscribe((notify) =>
        watchRecords(
          ({ keys }) => mentioned === undefined || keys.includes(mentioned),
          ({ slot, signature, error, meta }) =>
            notify('logsNotification', {
              context: { slot },
              value: { signature, err: error, logs: meta.logMessages },
            }),
        ),
      )
    },
    slotSubscribe: () =>
      subscribe((notify) =>
        chain.watchSlots(() => {
          const { slot } = chain
          notify('slotNotification', { slot, parent: slot - 1, root: Math.max(0, slot - FINAL_AFTER_SLOTS) })
        }),
      ),
  }
  const unsubscribe = (params: unknown) => {
    if (end(readParams(UnsubscribeCall, params)[0])) return true
    throw new RpcError('invalidParams', 'Invalid subscription id.')
  }
  const endings = Object.keys(methods).map((name) => [name.replace('Subscribe', 'Unsubscribe'), unsubscribe] as const)

  return {
    methods: { ...methods, ...Object.fromEntries(endings) } as Methods,
    endAll() {
      for (const id of [...subscriptions.keys()]) end(id)
    },
  }
}

/** Reports a removed account as an empty one. */
function encodeAccountOrNothing(chain: SolanaChain, address: string, config: AccountConfig) {
  const account = chain.readAccount(address) ?? {
    address,
    lamports: 0n,
    programAddress: SYSTEM_PROGRAM,
    data: new Uint8Array(),
    executable: false,
    space: 0n,
  }
  return encodeAccount(account, config, chain.readAccount)
}
