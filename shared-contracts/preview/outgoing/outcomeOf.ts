import type { TransactionRequest } from '../../src/transactions.ts'
import { psbtChanges } from '../bitcoin/describePsbt.ts'
import type { PreviewContext } from '../context.ts'
import type { Description } from '../description.ts'
import { type AskNode, type SimulatedCall, simulateCalls } from '../evm/effects/simulateCalls.ts'
import { isRecord } from '../isRecord.ts'
import type { Outcome } from '../shown/outcome.ts'
import { maybeWithoutCode } from '../spenders.ts'
import { solanaOutcome } from './solanaOutcome.ts'

const NOT_SIMULATED: Outcome = { status: 'notSimulated' }
/** Error codes of a reverted call (execution-apis). */
const REVERTED: readonly unknown[] = [3, -32000, -32015]
/** The maximum number of addresses that are looked up for one request. */
const LOOKED_UP_MAX = 8

/** The node's error code, from an error of `ActingCommands.askNode`. */
function nodeCode(error: unknown): unknown {
  return isRecord(error) && isRecord(error.details) ? error.details.code : undefined
}

/** The outcome of calls that are executed in order. Never rejects. */
export async function evmOutcome(
  calls: readonly SimulatedCall[],
  { account, roles }: PreviewContext,
  ask: AskNode,
): Promise<Outcome> {
  const found = await simulateCalls(calls, account, roles, ask).catch(() => undefined)
  if (found) return found
  const [only, ...more] = calls
  // If the calls were simulated one by one, later ones would not see the changes of earlier ones.
  if (!only || more.length > 0) return NOT_SIMULATED
  const { from, to, value, data } = only
  try {
    await ask('eth_call', [{ from, ...(to && { to }), value: `0x${value.toString(16)}`, data }, 'latest'])
    return { status: 'succeeds' }
  } catch (error) {
    return REVERTED.includes(nodeCode(error)) ? { status: 'reverts' } : NOT_SIMULATED
  }
}

/**
 * What the request would change, as far as its network can tell. A Bitcoin request itself states its changes. Never
 * rejects.
 * @param ask asks a node of that network
 */
export async function outcomeOf(request: TransactionRequest, context: PreviewContext, ask: AskNode): Promise<Outcome> {
  if (request.namespace === 'bip122') {
    const changes = psbtChanges(request.psbt, context)
    return changes ? { status: 'simulated', changes } : NOT_SIMULATED
  }
  if (request.namespace === 'eip155') {
    const { from, to, value, data = '0x' } = request
    return evmOutcome([{ from, to, value, data }], context, ask)
  }
  return solanaOutcome(request.transaction, context, ask).catch(() => NOT_SIMULATED)
}

/**
 * Spenders, and receivers of coins with a builder code, that have no contract code according to the network. Never
 * rejects. EVM only.
 * @param ask asks a node of the network
 */
export async function withoutCodeIn(description: Description, ask: AskNode): Promise<readonly string[]> {
  const asked = [...new Set(maybeWithoutCode(description))].slice(0, LOOKED_UP_MAX)
  const codes = await Promise.all(
    asked.map((spender) => ask('eth_getCode', [spender, 'latest']).catch(() => undefined)),
  )
  return asked.filter((_, index) => codes[index] === '0x')
}
