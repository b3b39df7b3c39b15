import type { ActingCommands } from '@portico/contracts'
import type { SentSwap } from './swapsSlice.ts'

/** ERC-20: `Transfer(address,address,uint256)`. */
const TRANSFER = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
/** The wrapped coin: `Withdrawal(address,uint256)`. */
const WITHDRAWAL = '0x7fcf532c15f0a6db0bd6d0e038bea71d30d808c7d98cb3bf7268a95bf5081b65'

const wordOf = (address: string) => `0x${address.slice(2).toLowerCase().padStart(64, '0')}`

interface Log {
  readonly address?: unknown
  readonly topics?: unknown
  readonly data?: unknown
}

/** The log to look for: its contract, event, and last topic. */
interface Wanted {
  readonly by: string
  readonly event: string
  readonly topics: number
  readonly of: string
}

function amountIn({ address, topics, data }: Log, wanted: Wanted): bigint {
  const isBy = typeof address === 'string' && address.toLowerCase() === wanted.by.toLowerCase()
  if (!isBy || !Array.isArray(topics) || topics.length !== wanted.topics || topics[0] !== wanted.event) return 0n
  const isOf = String(topics.at(-1)).toLowerCase() === wordOf(wanted.of)
  return isOf && typeof data === 'string' && /^0x[\da-f]{64}$/i.test(data) ? BigInt(data) : 0n
}

/** A token arrives by transfer; the coin is unwrapped and passed on in full by the router. */
function wantedOf({ to: { address }, unwraps }: SentSwap, account: string): Wanted | undefined {
  if (address !== undefined) return { by: address, event: TRANSFER, topics: 3, of: account }
  return unwraps && { by: unwraps.token, event: WITHDRAWAL, topics: 2, of: unwraps.router }
}

/**
 * The amount that a swap yielded, from its receipt. Undefined if the node does not say, and for the coin if its router
 * is not known to unwrap it.
 */
export async function askReceived(
  sent: SentSwap,
  account: string,
  { askNode }: Pick<ActingCommands, 'askNode'>,
  signal: AbortSignal,
): Promise<bigint | undefined> {
  const wanted = wantedOf(sent, account)
  if (!wanted) return undefined
  const { hash, to } = sent
  const { caipNetworkId } = to
  const receipt = await askNode({ caipNetworkId, method: 'eth_getTransactionReceipt', params: [hash] }, signal)
  const logs = (receipt as { logs?: unknown } | null)?.logs
  if (!Array.isArray(logs)) return undefined
  const received = logs.reduce((sum: bigint, log: Log) => sum + amountIn(log ?? {}, wanted), 0n)
  return received > 0n ? received : undefined
}
