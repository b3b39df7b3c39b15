import type { CaipNetworkId } from '@portico/contracts'
import type { Json } from '@portico/contracts/embeddedWallet/json'
import type { BalanceChange } from '@portico/contracts/preview'
import { NOT_SIMULATED, type Outcome } from '../../approval/outcome.ts'
import type { AskNode } from '../../rpc/jsonRpc.ts'
import { NodeFailure } from '../../rpc/refuse.ts'
import type { FilledTransaction } from './fillTransaction.ts'
import { isSameAddress, readQuantity, toQuantity } from './quantities.ts'

/** `Transfer(address,address,uint256)`: of ERC-20 with three topics, of ERC-721 with four. */
const TRANSFER = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
/** What `traceTransfers` calls the network's own coin. */
const NATIVE = '0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee'
/** execution-apis: a call of a simulation that has reverted. */
const REVERTED = [3, -32000, -32015]
const LOGS_MAX = 500

type JsonRecord = { readonly [key: string]: Json }
const isRecord = (value: unknown): value is JsonRecord =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const firstOf = (value: unknown): Json | undefined => (Array.isArray(value) ? value[0] : undefined)
const addressOf = (topic: unknown): string => (typeof topic === 'string' ? `0x${topic.slice(-40)}` : '')

/** What the account gains and loses by these logs. Undefined: there is something that cannot be read. */
function changesOf(logs: readonly Json[], account: string): readonly BalanceChange[] | undefined {
  if (logs.length > LOGS_MAX) return undefined
  const changes = new Map<string, BalanceChange>()
  for (const log of logs) {
    if (!isRecord(log) || !Array.isArray(log.topics) || typeof log.address !== 'string') return undefined
    const [event, from, to, id] = log.topics
    if (event !== TRANSFER) continue
    const amount = id === undefined ? readQuantity(log.data) : 1n
    const tokenId = readQuantity(id)
    if (amount === undefined) continue
    const isIn = isSameAddress(addressOf(to), account)
    const isOut = isSameAddress(addressOf(from), account)
    if (isIn === isOut) continue
    const token = log.address.toLowerCase()
    const key = `${token}:${tokenId ?? ''}`
    const before = changes.get(key)?.change ?? 0n
    changes.set(key, {
      address: account,
      ...(token !== NATIVE && { token }),
      ...(tokenId !== undefined && { tokenId }),
      change: before + (isIn ? amount : -amount),
    })
  }
  return [...changes.values()].filter(({ change }) => change !== 0n)
}

/** By `eth_simulateV1`, where the node has it. Undefined: it has not, or cannot say. */
async function simulated(
  calls: readonly object[],
  account: string,
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
  const changes = changesOf(
    results.flatMap(({ logs }) => (Array.isArray(logs) ? logs : [])),
    account,
  )
  return changes && ({ status: 'simulated', changes } satisfies Outcome)
}

/**
 * What a transaction would change, tried out on the newest block. Says that it does not know rather than anything that is
 * not so.
 */
export async function simulateTransaction(
  { from, to, value, data, gas, maxFeePerGas, gasPrice }: FilledTransaction,
  caipNetworkId: CaipNetworkId,
  askNode: AskNode,
  signal: AbortSignal,
): Promise<Outcome> {
  const ask = (method: string, params: unknown) => askNode(caipNetworkId, method, params, { signal })
  const call = { from, ...(to && { to }), value, data }
  const [balance, whole] = await Promise.all([
    ask('eth_getBalance', [from, 'latest']).catch(() => undefined),
    simulated([call], from, ask),
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
  caipNetworkId: CaipNetworkId,
  askNode: AskNode,
  signal: AbortSignal,
): Promise<Outcome> {
  const ask = (method: string, params: unknown) => askNode(caipNetworkId, method, params, { signal })
  const sent = calls.map(({ to, value, data }) => ({ from, to, value: toQuantity(value), data }))
  const [balance, whole] = await Promise.all([
    ask('eth_getBalance', [from, 'latest']).catch(() => undefined),
    simulated(sent, from, ask),
  ])
  const needed = calls.reduce((sum, { value }) => sum + value, fee)
  if ((readQuantity(balance) ?? needed) < needed) return { status: 'unaffordable' }
  return whole ?? { status: 'succeeds' }
}
