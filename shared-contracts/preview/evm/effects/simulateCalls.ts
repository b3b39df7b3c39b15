import type { PreviewContext } from '../../context.ts'
import type { Effects } from '../../description.ts'
import { isRecord } from '../../isRecord.ts'
import { readQuantity, toQuantity } from './quantities.ts'
import { effectsOf } from './readLogs.ts'

/** Asks a node of the network. @throws whatever the implementation throws */
export type AskNode = (method: string, params: unknown) => Promise<unknown>

export interface SimulatedCall {
  readonly from: string
  readonly to?: string | undefined
  /** Wei. */
  readonly value: bigint
  readonly data: string
}

/** `succeeds` means that the calls succeed, but their changes could not be read. */
export type Simulation =
  | Extract<Effects, { readonly status: 'reverts' | 'simulated' }>
  | { readonly status: 'succeeds' }

const firstOf = (value: unknown): unknown => (Array.isArray(value) ? value[0] : undefined)

/**
 * What the calls would change if they were executed in order on the newest block (`eth_simulateV1`).
 * @returns undefined when the node cannot tell
 * @throws whatever `ask` throws
 */
export async function simulateCalls(
  calls: readonly SimulatedCall[],
  account: string,
  roles: PreviewContext['roles'],
  ask: AskNode,
): Promise<Simulation | undefined> {
  const sent = calls.map(({ from, to, value, data }) => ({ from, ...(to && { to }), value: toQuantity(value), data }))
  const answer = await ask('eth_simulateV1', [
    { blockStateCalls: [{ calls: sent }], traceTransfers: true, validation: false },
    'latest',
  ])
  const block = firstOf(answer)
  const results: readonly unknown[] = isRecord(block) && Array.isArray(block.calls) ? block.calls : []
  if (results.length !== calls.length || !results.every(isRecord)) return undefined
  if (results.some(({ status }) => readQuantity(status) !== 1n)) return { status: 'reverts' }
  const logs = results.flatMap(({ logs }) => (Array.isArray(logs) ? logs : [null]))
  const found = effectsOf(logs, account, roles)
  // No log about the account is readable, so its changes are unknown.
  if (found?.isPartial && found.changes.length === 0 && found.grants.length === 0) return { status: 'succeeds' }
  return found && { status: 'simulated', ...found }
}
