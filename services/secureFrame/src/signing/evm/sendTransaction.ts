import type { Json } from '@portico/contracts/embeddedWallet/json'
import { JSON_RPC_ERRORS } from '@portico/contracts/services/jsonRpc'
import { freezeMatter, type Matter } from '../../approval/matter.ts'
import { Refused } from '../../messages/channel.ts'
import { NodeFailure, NodeUnreachable } from '../../rpc/refuse.ts'
import type { Prepared, PrepareOptions, SigningTools } from '../prepared.ts'
import { withEvmAccount } from './ecdsa.ts'
import { type FilledTransaction, fillTransaction } from './fillTransaction.ts'
import { signTransaction } from './signTransaction.ts'
import { simulateTransaction } from './simulate.ts'

const filledIn = ({ params }: Matter): FilledTransaction => {
  const [filled] = Array.isArray(params) ? params : []
  if (!filled) throw new Refused('internal')
  return filled as unknown as FilledTransaction
}

/** Nobody knows whether it was taken: it must not be told as failed, or it is sent twice. */
const isOutcomeUnknown = (error: unknown) =>
  error instanceof NodeUnreachable ||
  (error instanceof NodeFailure && error.code === JSON_RPC_ERRORS.outcomeUnknown.code) ||
  (error instanceof NodeFailure && /already known|known transaction/i.test(error.message))

/** @returns the hash, which is ours: no node has a say in it */
const send = ({ ask, signers, nonces }: SigningTools, matter: Matter): Promise<Json> =>
  nonces.use(matter.caipNetworkId, matter.account, async (nonce) => {
    const filled = filledIn(matter)
    const signed = await withEvmAccount(signers, matter, async (key) => signTransaction(filled, nonce, key))
    try {
      await ask(matter.caipNetworkId, 'eth_sendRawTransaction', [signed.raw])
    } catch (error) {
      if (!isOutcomeUnknown(error)) throw error
    }
    return signed.hash
  })

/** @throws Refused as `fillTransaction` does */
export async function prepareSendTransaction(options: PrepareOptions): Promise<Prepared> {
  const { request, origin, account, context, tools } = options
  const { method, caipNetworkId } = request
  const filled = await fillTransaction(request, account, tools.ask)
  const matter = freezeMatter({
    origin,
    method,
    params: [filled as unknown as Json],
    caipNetworkId,
    account,
  })
  return {
    matter,
    context,
    simulate: (signal) => simulateTransaction(filledIn(matter), context, tools.ask, signal),
    sign: (approved) => send(tools, approved),
  }
}
