import type { Json } from '@portico/contracts/embeddedWallet/json'
import { rpcMethodKind } from '@portico/contracts/embeddedWallet/rpcMethods'
import { createFamiliar } from '../approval/familiar.ts'
import { createQueue } from '../approval/queue.ts'
import type { RpcHandlers } from '../handlers/lazyRpc.ts'
import type { Asking, Handlers } from '../messages/channel.ts'
import { createNonces } from '../signing/evm/nonces.ts'
import { openAccountDatabase } from '../smartAccount/accountDatabase.ts'
import { createBatchIds } from '../smartAccount/batchIds.ts'
import { createJsonRpc } from './jsonRpc.ts'
import { answerRead } from './readMethods.ts'
import { readRequest } from './readRequest.ts'
import { refusalOf } from './refuse.ts'
import type { RpcDependencies } from './rpcDependencies.ts'

/**
 * Handles a page's requests to the visitor's wallet. Reads are answered at once; requests to sign are shown first, one
 * at a time, and only what was shown is signed.
 */
export function createRpcHandlers(parts: RpcDependencies): RpcHandlers {
  const { place, signers, wallet, network, window } = parts
  const fetchFrom = parts.fetch ?? window.fetch.bind(window)
  const ask = createJsonRpc(place, fetchFrom)
  const queue = createQueue()
  const familiar = createFamiliar({ receivers: parts.receivers, wallet: parts.owner })
  const batchIds = createBatchIds(parts.batches ?? openAccountDatabase().batches)
  const { accounts, smart } = parts
  const tools = { ask, signers, nonces: createNonces(ask), smart, batchIds }

  async function answer(payload: Parameters<Handlers['RPC_REQUEST']>[0], { origin, signal }: Asking): Promise<Json> {
    const request = readRequest(payload, () => network.current())
    if (rpcMethodKind(request.method) === 'read') {
      return answerRead(request, origin, { ask, wallet, place, fetchFrom, accounts, smart, batchIds }, signal)
    }
    return queue.run(async (dropped) => {
      const { approve } = await import('../approval/approve.ts')
      return approve({ ...parts, request, origin, tools, familiar, waiting: queue.waiting() }, dropped)
    }, signal)
  }

  return {
    async RPC_REQUEST(payload, asking) {
      try {
        return await answer(payload, asking)
      } catch (error) {
        throw refusalOf(error)
      }
    },
    async REVIEW_NEW_DEVICES(_, { signal }) {
      const devices = await parts.newDevices?.()
      await queue.run(async (dropped) => {
        if (!devices) return
        const { reviewDevices } = await import('../approval/reviewDevices.ts')
        await reviewDevices({ ...parts, devices }, dropped)
      }, signal)
    },
    async RPC_ABORT() {
      queue.drop()
    },
  }
}
