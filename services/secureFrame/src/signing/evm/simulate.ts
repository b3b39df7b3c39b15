import type { CaipNetworkId } from '@portico/contracts'
import { type PreviewContext, readQuantity, simulateCalls as trySimulation } from '@portico/contracts/preview'
import { NOT_SIMULATED, type Outcome } from '../../approval/outcome.ts'
import type { AskNode } from '../../rpc/jsonRpc.ts'
import { NodeFailure, nullIfRefused } from '../../rpc/refuse.ts'
import type { FilledTransaction } from './fillTransaction.ts'

/** execution-apis: error codes of a simulated call that has reverted. */
const REVERTED = [3, -32000, -32015]

/** The network of the simulation, and the contracts whose role is certain. */
type Around = Pick<PreviewContext, 'caipNetworkId' | 'roles'>

/** What a transaction would change after the latest block. If in doubt, the outcome is unknown rather than untrue. */
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
    trySimulation([{ from, to: to ?? undefined, value: BigInt(value), data }], from, roles, ask).catch(nullIfRefused),
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
  /** The maximum fee, in wei. */
  readonly fee: bigint
}

/** ERC-4337: the code in the error if the account cannot pay for its operation. */
const PREFUND_MISSING = /\bAA21\b/

/** Why a bundler has refused an operation: the account does not have enough, or one of the calls fails. */
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

/** Simulates the calls of a smart account together. The bundler has already checked that none of them fails. */
export async function simulateCalls(
  { from, calls, fee }: Operation,
  { caipNetworkId, roles }: Around,
  askNode: AskNode,
  signal: AbortSignal,
): Promise<Outcome> {
  const ask = (method: string, params: unknown) => askNode(caipNetworkId, method, params, { signal })
  const sent = calls.map((call) => ({ from, ...call }))
  const [balance, whole] = await Promise.all([
    ask('eth_getBalance', [from, 'latest']).catch(() => undefined),
    trySimulation(sent, from, roles, ask).catch(nullIfRefused),
  ])
  const needed = calls.reduce((sum, { value }) => sum + value, fee)
  if ((readQuantity(balance) ?? needed) < needed) return { status: 'unaffordable' }
  return whole ?? { status: 'succeeds' }
}
