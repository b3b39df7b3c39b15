import { isRecord } from '@portico/contracts/embeddedWallet/bounds'
import type { Json } from '@portico/contracts/embeddedWallet/json'
import type { walletParams } from '@portico/contracts/embeddedWallet/walletCalls'
import { type Hex, toQuantity } from '@portico/contracts/preview'
import type { InferOutput } from 'valibot'
import { Refused } from '../../messages/channel.ts'
import { evmChainId } from '../../rpc/evmChainId.ts'
import type { SentBatch } from '../../smartAccount/batchIds.ts'
import { isSameAddress } from '../isSameAddress.ts'
import type { Prepared, PrepareOptions } from '../prepared.ts'
import { prepareSendTransaction } from './sendTransaction.ts'
import { callsOf, prepareSmartOperation } from './smartOperation.ts'

/** A batch as the schema returns it, with a CAIP-2 id as its chain. */
type Batch = InferOutput<typeof walletParams.wallet_sendCalls>[number]
type Call = Batch['calls'][number]

/** Only `to`, `data` and `value`, with `value` in hexadecimal because some clients send decimal integers. */
const plain = ({ to, data = '0x', value = '0x0' }: Call) => ({ to, data, value: toQuantity(BigInt(value)) })

/** The parameters with the batch's chain and values as EIP-5792 quantities for the preview; the rest is unchanged. */
export function batchAsRequested(params: Json): Json {
  const [batch] = (Array.isArray(params) ? params : []) as readonly (Batch | undefined)[]
  if (!batch) return params
  const { chainId, calls } = batch
  const named = chainId !== undefined && { chainId: toQuantity(BigInt(evmChainId(chainId))) }
  return [{ ...batch, ...named, calls: calls.map((call) => ({ ...call, ...plain(call) })) }] as unknown as Json
}

/** Whether all capabilities are optional. The wallet has none, so it refuses any others (EIP-5792). */
const isOptional = (capabilities: Json | undefined): boolean =>
  capabilities === undefined ||
  (isRecord(capabilities) && Object.values(capabilities).every((one) => isRecord(one) && one.optional === true))

/**
 * Prepares `wallet_sendCalls` (EIP-5792). A smart account makes all of the calls together or none. A key's own account
 * sends a single call as a transaction, and refuses several, atomic or not.
 * @throws Refused `invalidRequest`, `chainUnsupported`, `capabilityUnsupported`, `batchIdTaken`; if a key's own account
 *   cannot make the calls, `atomicityUnsupported` or `batchTooLarge`
 */
export async function prepareSendCalls(options: PrepareOptions): Promise<Prepared> {
  const { request, origin, account, owner, tools } = options
  const { caipNetworkId, params } = request
  const [batch] = (Array.isArray(params) ? params : []) as readonly (Batch | undefined)[]
  if (!batch || batch.calls.length === 0) throw new Refused('invalidRequest')
  if (batch.from !== undefined && !isSameAddress(batch.from, account)) throw new Refused('invalidRequest')
  if (batch.chainId !== undefined && batch.chainId !== caipNetworkId) throw new Refused('chainUnsupported')
  if (![batch, ...batch.calls].every(({ capabilities }) => isOptional(capabilities))) {
    throw new Refused('capabilityUnsupported')
  }
  if (owner === undefined && batch.calls.length > 1) {
    throw new Refused(batch.atomicRequired ? 'atomicityUnsupported' : 'batchTooLarge')
  }
  if (batch.id !== undefined) await tools.batchIds.assertFree(origin, batch.id)
  const chainId = evmChainId(caipNetworkId)

  async function answer(kind: SentBatch['kind'], hash: Hex): Promise<Json> {
    const id = await tools.batchIds.remember(origin, { kind, chainId, hash }, batch?.id)
    return batch?.version?.startsWith('2') ? { id } : id
  }

  const calls = batch.calls.map(plain)
  if (owner !== undefined) {
    const whole = { from: account, chainId: toQuantity(BigInt(chainId)), atomicRequired: true, calls }
    return prepareSmartOperation(options, {
      params: [whole],
      sources: (shown) => ((shown as readonly Json[])[0] as unknown as typeof whole).calls,
      answer: (hash) => answer('operation', hash),
    })
  }
  callsOf(calls, '')
  const one = { ...request, method: 'eth_sendTransaction', params: [{ from: account, ...calls[0] }] } as const
  const { sign, ...prepared } = await prepareSendTransaction({ ...options, request: one })
  return { ...prepared, sign: async (approved) => answer('transaction', (await sign(approved)) as Hex) }
}
