import type { CaipNetworkId } from '@portico/contracts'
import type { Json } from '@portico/contracts/embeddedWallet/json'
import type { PreviewContext } from '@portico/contracts/preview'
import { NOT_SIMULATED, type Outcome } from '../../approval/outcome.ts'
import type { AskNode } from '../../rpc/jsonRpc.ts'
import { NodeFailure } from '../../rpc/refuse.ts'
import type { FilledTransaction } from './fillTransaction.ts'
import { readQuantity, toQuantity } from './quantities.ts'
import { effectsOf } from './readLogs.ts'

/** execution-apis: a call of a simulation that has reverted. */
const REVERTED = [3, -32000, -32015]

type JsonRecord = { readonly [key: string]: Json }
const isRecord = (value: unknown): value is JsonRecord =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const firstOf = (value: unknown): Json | undefined => (Array.isArray(value) ? value[0] : undefined)

/** By `eth_simulateV1`, where the node has it. Undefined: it has not, or cannot say. */
async function simulated(
  calls: readonly object[],
  account: string,
  roles: PreviewContext['roles'],
  ask: (method: string, params: unknown) => Promise<Json>,
) {
  const answer = await ask('eth_simulateV1', [
    { blockStateCalls: [{ calls }], traceTransfers: true, validation: false },
    'latest',
  ]).catch((error: unknown) => {
    if (!(error instanceof NodeFailure)) throw error
    return undefined
  })
  const block = firstOf(answer)
  const results = isRecord(block) && Array.isArray(block.calls) ? block.calls : []
  if (results.length !== calls.length || !results.every(isRecord)) return undefined
  if (results.some(({ status }) => readQuantity(status) !== 1n)) return { status: 'reverts' } satisfies Outcome
  const logs = results.flatMap(({ logs }) => (Array.isArray(logs) ? logs : [null]))
  const found = effectsOf(logs, account, roles)
  // What cannot be read is all that concerns the account: nobody knows what changes.
  const isBlank = found?.isPartial && found.changes.length === 0 && found.grants.length === 0
  if (isBlank) return { status: 'succeeds' } satisfies Outcome
  return found && ({ status: 'simulated', ...found } satisfies Outcome)
}

/** Where it is tried out, and which contracts there are certainly what. */
type Around = Pick<PreviewContext, 'caipNetworkId' | 'roles'>

/**
 * What a transaction would change, tried out on the newest block. Says that it does not know rather than anything that is
 * not so.
 */
export async function simulateTransaction(
  { from, to, value, data, gas, maxFeePerGas, gasPrice }: FilledTransaction,
  { caipNetworkId, roles }: Around,
  askNode: AskNode,
  signal: AbortSignal,
): Promise<Outcome> {
  const ask = (method: string, params: unknown) => askNode(caipNetworkId, method, params, { signal })
  const call = { from, ...(to && { to }), value, data }
  const [balance, whole] = await Promise.all([
    ask('eth_getBalance', [from, 'latest']).catch(() => undefined),
    simulated([call], from, roles, ask),
  ])
  const needed = BigInt(value) + BigInt(gas) * BigInt(maxFeePerGas ?? gasPrice ?? 0)
  if ((readQuantity(balance) ?? needed) < needed) return { status: 'unaffordable' }
  if (whole) return whole
  try {
    await ask('eth_call', [call, 'latest'])
    return { status: 'succeeds' }
  } catch (error) {
    return error instanceof NodeFailure && REVERTED.includes(error.code) ? { status: 'reverts' } : NOT_SIMULATED
  }
}

interface Operation {
  readonly from: string
  readonly calls: readonly { readonly to: string; readonly value: bigint; readonly data: string }[]
  /** In wei, at most. */
  readonly fee: bigint
}

/** ERC-4337: what an account has does not pay for its operation. */
const PREFUND_MISSING = /\bAA21\b/

/** Why the bundler takes an operation from nobody: the account has too little, or one of its calls fails. */
export async function whyRefused(
  { from, calls }: Omit<Operation, 'fee'>,
  { message }: NodeFailure,
  caipNetworkId: CaipNetworkId,
  askNode: AskNode,
  signal: AbortSignal,
): Promise<Outcome> {
  if (PREFUND_MISSING.test(message)) return { status: 'unaffordable' }
  const balance = await askNode(caipNetworkId, 'eth_getBalance', [from, 'latest'], { signal }).catch(() => undefined)
  const value = calls.reduce((sum, call) => sum + call.value, 0n)
  return { status: (readQuantity(balance) ?? value) < value ? 'unaffordable' : 'refused' }
}

/** The same for the calls of a smart account, made together. That none of them fails, the bundler has said before. */
export async function simulateCalls(
  { from, calls, fee }: Operation,
  { caipNetworkId, roles }: Around,
  askNode: AskNode,
  signal: AbortSignal,
): Promise<Outcome> {
  const ask = (method: string, params: unknown) => askNode(caipNetworkId, method, params, { signal })
  const sent = calls.map(({ to, value, data }) => ({ from, to, value: toQuantity(value), data }))
  const [balance, whole] = await Promise.all([
    ask('eth_getBalance', [from, 'latest']).catch(() => undefined),
    simulated(sent, from, roles, ask),
  ])
  const needed = calls.reduce((sum, { value }) => sum + value, fee)
  if ((readQuantity(balance) ?? needed) < needed) return { status: 'unaffordable' }
  return whole ?? { status: 'succeeds' }
}
