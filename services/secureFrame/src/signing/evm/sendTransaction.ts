import type { Json } from '@portico/contracts/embeddedWallet/json'
import { freezeMatter, type Matter } from '../../approval/matter.ts'
import { Refused } from '../../messages/channel.ts'
import { broadcast, isFound } from '../../rpc/broadcast.ts'
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

/** Signs and sends. @returns the hash, which is computed here and not taken from a node */
const send = ({ ask: askNode, signers, nonces }: SigningTools, matter: Matter): Promise<Json> =>
  nonces.use(matter.caipNetworkId, matter.account, async (nonce) => {
    const filled = filledIn(matter)
    const { raw, hash } = await withEvmAccount(signers, matter, async (key) => signTransaction(filled, nonce, key))
    const ask = (method: string, param: string) => askNode(matter.caipNetworkId, method, [param])
    await broadcast(
      () => ask('eth_sendRawTransaction', raw),
      async () => isFound(await ask('eth_getTransactionByHash', hash)),
    )
    return hash
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
