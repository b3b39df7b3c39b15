import { type Address, getAddress, type Hash, type Log, type PublicClient, parseAbiItem } from 'viem'
import { ServiceError } from '../../../http/errors.ts'
import { hashAt } from '../../hashAt.ts'

/** A token that an address has received, and may have sent to someone else since. */
export interface Received {
  readonly standard: 'ERC-721' | 'ERC-1155'
  readonly contract: Address
  readonly id: bigint
  readonly blockNumber: bigint
  readonly logIndex: number
  /** The position within a transfer of several tokens. */
  readonly order: number
}

/** Sorts the newest first. */
export const byAge = (a: Received, b: Received): number =>
  Number(b.blockNumber - a.blockNumber) || b.logIndex - a.logIndex || b.order - a.order

/** The number of blocks that nodes accept in one request for logs. */
export const WINDOW_BLOCKS = 10_000n
/** A chain with more blocks than this is not local and needs an explorer. */
const BLOCKS_MAX = 1_000_000n
/** Limits the memory that requests for made-up addresses can take. */
const OWNERS_MAX = 1_000

const transfer = parseAbiItem('event Transfer(address indexed from, address indexed to, uint256 indexed tokenId)')
const single = parseAbiItem(
  'event TransferSingle(address indexed operator, address indexed from, address indexed to, uint256 id, uint256 value)',
)
const batch = parseAbiItem(
  'event TransferBatch(address indexed operator, address indexed from, address indexed to, uint256[] ids, uint256[] values)',
)

type Place = Pick<Log<bigint, number, false>, 'address' | 'blockNumber' | 'logIndex'>

interface Range {
  readonly fromBlock: bigint
  readonly toBlock: bigint
}

async function receivedIn(client: PublicClient, to: Address, range: Range): Promise<readonly Received[]> {
  const wanted = { args: { to }, strict: true, ...range } as const
  // ERC-20 transfers have the same event name but one topic less, so `strict` leaves them out.
  const [transfers, singles, batches] = await Promise.all([
    client.getLogs({ event: transfer, ...wanted }),
    client.getLogs({ event: single, ...wanted }),
    client.getLogs({ event: batch, ...wanted }),
  ])
  const receivedBy = (standard: Received['standard'], log: Place, id: bigint, order = 0): Received => {
    const { address, blockNumber, logIndex } = log
    return { standard, contract: getAddress(address), id, blockNumber, logIndex, order }
  }
  return [
    ...transfers.map((log) => receivedBy('ERC-721', log, log.args.tokenId)),
    ...singles.map((log) => receivedBy('ERC-1155', log, log.args.id)),
    ...batches.flatMap((log) => log.args.ids.map((id, order) => receivedBy('ERC-1155', log, id, order))),
  ]
}

interface Followed {
  readonly number: bigint
  readonly hash: Hash
  /** The latest receipt of each token, keyed by standard, contract and id. */
  readonly received: Map<string, Received>
}

const keyOf = ({ standard, contract, id }: Received) => `${standard}:${contract}:${id}`

/** Finds received tokens in a local chain's logs, from the first block. Each call continues where the last stopped. */
export function followReceived(
  client: PublicClient,
  windowBlocks: bigint,
): (owner: Address) => Promise<readonly Received[]> {
  const known = new Map<Address, { followed?: Followed; running: Promise<unknown> }>()

  const isStillThere = async ({ number, hash }: Followed, tip: bigint) =>
    number <= tip && (await hashAt(client, number)) === hash

  async function follow(owner: Address, former: Followed | undefined): Promise<Followed> {
    const { number, hash } = await client.getBlock({ blockTag: 'latest' })
    if (number > BLOCKS_MAX) throw new ServiceError('chain.unsupported')
    // After a reorganization everything is read again, because only the latest receipt of each token is known.
    const isKnown = former && (await isStillThere(former, number))
    const received = new Map(isKnown ? former.received : [])
    for (let from = isKnown ? former.number + 1n : 0n; from <= number; from += windowBlocks) {
      const last = from + windowBlocks - 1n
      const range = { fromBlock: from, toBlock: last < number ? last : number }
      const found = await receivedIn(client, owner, range)
      for (const one of [...found].sort((a, b) => byAge(b, a))) received.set(keyOf(one), one)
    }
    return { number, hash, received }
  }

  return async (owner) => {
    if (known.size >= OWNERS_MAX) known.clear()
    const entry = known.get(owner) ?? { running: Promise.resolve() }
    known.set(owner, entry)
    // Calls for the same owner run one after the other, because the first leaves little for the second to read.
    const running = entry.running
      .catch(() => {})
      .then(async () => {
        entry.followed = await follow(owner, entry.followed)
        return [...entry.followed.received.values()]
      })
    entry.running = running
    return running
  }
}
