import type { Handlers } from '../messages/channel.ts'

export type RpcHandlers = Pick<Handlers, 'RPC_REQUEST' | 'RPC_ABORT' | 'REVIEW_NEW_DEVICES'>

/** Signing and reading, loaded at the page's first request. */
export function lazyRpc(load: () => Promise<RpcHandlers>): RpcHandlers {
  let isAsked = false
  return {
    async RPC_REQUEST(payload, asking) {
      isAsked = true
      return (await load()).RPC_REQUEST(payload, asking)
    },
    async REVIEW_NEW_DEVICES(payload, asking) {
      isAsked = true
      return (await load()).REVIEW_NEW_DEVICES(payload, asking)
    },
    async RPC_ABORT(payload, asking) {
      // Without a request there is nothing to abort.
      if (isAsked) await (await load()).RPC_ABORT(payload, asking)
    },
  }
}
