import { isModalError } from '@portico/contracts'
import { type EvmNode, quantity, toQuantity, wordOf } from '@portico/contracts/chains/evm/node'
import { array, type InferOutput, object, pipe, regex, safeParse, string, transform } from 'valibot'
import { EVENT } from './abi.ts'

const Hex = pipe(string(), regex(/^0x[\da-f]*$/i))
const Log = object({
  address: pipe(
    string(),
    regex(/^0x[\da-f]{40}$/i),
    transform((text) => text.toLowerCase()),
  ),
  topics: array(pipe(string(), regex(/^0x[\da-f]{64}$/i))),
  data: Hex,
  blockNumber: pipe(
    Hex,
    transform((text) => BigInt(text)),
  ),
})
export type Log = InferOutput<typeof Log>

/** The first range of blocks that a node is asked for after it has refused all of them, and the smallest. */
const RANGE = { first: 10_000n, least: 500n }
/** The most questions for one reading. Public nodes limit how many they answer. */
const QUESTIONS_MAX = 40

export interface Logs {
  readonly logs: readonly Log[]
  /** The first block that was read. With 0, nothing is missing. */
  readonly since: bigint
}

/**
 * The events by which an account gives permissions, from the newest block back. Many nodes answer only for a limited
 * number of blocks, so a reading may end before it has reached the first block.
 * @param before reads the blocks before this one; by default, from the newest
 * @throws ModalError of the first question if no range could be read; the signal's reason
 */
export async function readLogs(node: EvmNode, owner: string, signal: AbortSignal, before?: bigint): Promise<Logs> {
  const newest = before === undefined ? quantity(await node.ask('eth_blockNumber')) : before - 1n
  const topics = [Object.values(EVENT), `0x${wordOf(owner)}`]
  async function ask(from: bigint, to: bigint): Promise<readonly Log[] | { readonly error: unknown }> {
    try {
      const found = await node.ask('eth_getLogs', { fromBlock: toQuantity(from), toBlock: toQuantity(to), topics })
      const read = safeParse(array(Log), found)
      return read.success ? read.output : { error: new TypeError('These are no logs.') }
    } catch (error) {
      signal.throwIfAborted()
      if (!isModalError(error)) throw error
      return { error }
    }
  }

  const whole = await ask(0n, newest)
  if (!('error' in whole)) return { logs: whole, since: 0n }
  const logs: Log[] = []
  let [to, range] = [newest, RANGE.first]
  for (let asked = 1; asked < QUESTIONS_MAX && to >= 0n; asked++) {
    const from = to >= range ? to - range + 1n : 0n
    const part = await ask(from, to)
    if ('error' in part) {
      if (range <= RANGE.least) break
      range /= 4n
      if (range < RANGE.least) range = RANGE.least
      continue
    }
    logs.push(...part)
    to = from - 1n
  }
  if (to === newest) throw whole.error
  return { logs, since: to + 1n }
}
