import type { CaipNetworkId } from '@portico/contracts'
import { readQuantity } from '@portico/contracts/preview'
import { Refused } from '../../messages/channel.ts'
import type { AskNode } from '../../rpc/jsonRpc.ts'

/** How long the node's count of pending transactions may lag behind the transactions sent from here. */
const REMEMBERED_MS = 30_000

export function createNonces(ask: AskNode, now: () => number = Date.now) {
  const sent = new Map<string, { readonly nonce: bigint; readonly atMs: number }>()
  const lines = new Map<string, Promise<unknown>>()

  async function next(caipNetworkId: CaipNetworkId, account: string, key: string): Promise<bigint> {
    const counted = readQuantity(await ask(caipNetworkId, 'eth_getTransactionCount', [account, 'pending']))
    if (counted === undefined) throw new Refused('internal')
    const last = sent.get(key)
    const isFresh = last && now() - last.atMs < REMEMBERED_MS
    return isFresh && last.nonce >= counted ? last.nonce + 1n : counted
  }

  return {
    /**
     * Passes the next nonce to `send`, for one transaction of an account at a time, so that two in quick succession
     * never get the same nonce. A transaction that the node refuses leaves no gap.
     */
    async use<T>(caipNetworkId: CaipNetworkId, account: string, send: (nonce: bigint) => Promise<T>): Promise<T> {
      const key = `${caipNetworkId}:${account.toLowerCase()}`
      const before = lines.get(key) ?? Promise.resolve()
      const turn = before
        .catch(() => {})
        .then(async () => {
          const nonce = await next(caipNetworkId, account, key)
          const result = await send(nonce)
          sent.set(key, { nonce, atMs: now() })
          return result
        })
      lines.set(key, turn)
      return turn
    },
  }
}
export type Nonces = ReturnType<typeof createNonces>
