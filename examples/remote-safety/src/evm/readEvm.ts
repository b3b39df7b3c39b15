import { type ActingCommands, type Holding, isModalError, type Network } from '@portico/contracts'
import { type EvmNode, evmNode } from '@portico/contracts/chains/evm/node'
import { outgoingContext } from '@portico/contracts/preview'
import type { Gap, Grant, Reading } from '../grant.ts'
import { type Candidate, candidatesIn } from './candidates.ts'
import { confirm } from './confirm.ts'
import { readLogs } from './readLogs.ts'

/** How many permissions are confirmed at once, and in one reading. */
const AT_ONCE = 6
const MOST = 150

/** EIP-7702: the code of an account that has delegated to a contract. */
const DELEGATION = /^0xef0100([\da-f]{40})$/i

async function delegationOf(node: EvmNode, owner: string, names: Readonly<Record<string, string>>) {
  const code = await node.ask('eth_getCode', owner, 'latest')
  const [, address] = DELEGATION.exec(typeof code === 'string' ? code : '') ?? []
  if (!address) return undefined
  const spender = `0x${address.toLowerCase()}`
  const spenderName = Object.hasOwn(names, spender) ? names[spender] : undefined
  return {
    id: `delegation ${spender}`,
    kind: 'delegation',
    spender,
    isPerson: false,
    ...(spenderName && { spenderName }),
  } satisfies Grant
}

/** What happened to each of a list's items, a few at a time. */
async function settleAll<Item, Value>(items: readonly Item[], run: (item: Item) => Promise<Value>) {
  const settled: PromiseSettledResult<Value>[] = []
  for (let at = 0; at < items.length; at += AT_ONCE) {
    settled.push(...(await Promise.allSettled(items.slice(at, at + AT_ONCE).map(run))))
  }
  return settled
}

export interface EvmQuestion {
  readonly network: Network
  readonly owner: string
  readonly holdings: readonly Holding[]
  /** Reads only the events before this block, and not the delegation. */
  readonly before?: bigint | undefined
}

/**
 * What an EVM account has allowed others to do. A part that cannot be read becomes a gap.
 * @throws ModalError if nothing could be read; the signal's reason
 */
export async function readEvm(
  asking: Pick<ActingCommands, 'askNode' | 'swapRouters'>,
  { network, owner, holdings, before }: EvmQuestion,
  signal: AbortSignal,
): Promise<Reading> {
  const { caipNetworkId } = network
  const node = evmNode(asking, caipNetworkId, signal)
  const routers = asking.swapRouters()
  const { names = {} } = outgoingContext({ network, account: owner, holdings, routers })
  const prices = Object.fromEntries(
    holdings.flatMap(({ address, price }) => (address && price ? [[address.toLowerCase(), price]] : [])),
  )
  const gaps: Gap[] = []
  const [delegation, logs] = await Promise.all([
    before === undefined
      ? delegationOf(node, owner, names).catch((error: unknown) => {
          signal.throwIfAborted()
          if (!isModalError(error)) throw error
          gaps.push({ type: 'delegation' })
        })
      : undefined,
    readLogs(node, owner, signal, before),
  ])
  if (logs.since > 0n) gaps.push({ type: 'older', block: logs.since })

  const candidates = candidatesIn(logs.logs)
  const checked = await settleAll(candidates.slice(0, MOST), (one: Candidate) =>
    confirm({ node, owner, names, prices }, one),
  )
  signal.throwIfAborted()
  const count = checked.filter(({ status }) => status === 'rejected').length + Math.max(0, candidates.length - MOST)
  if (count > 0) gaps.push({ type: 'details', count })
  const found = checked.flatMap((one) => (one.status === 'fulfilled' && one.value ? [one.value] : []))
  return { grants: [...(delegation ? [delegation] : []), ...found], gaps }
}
