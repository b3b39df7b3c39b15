import { type Address, getAddress, type Log, type PublicClient, parseAbi, parseEventLogs, type Transaction } from 'viem'
import type { Activity, Movement } from './activity.ts'

/** The events of ERC-20. Those of ERC-721 have the same names, but their third parameter is indexed. */
const fungible = parseAbi([
  'event Transfer(address indexed from, address indexed to, uint256 value)',
  'event Approval(address indexed owner, address indexed spender, uint256 value)',
])
const collectible = parseAbi([
  'event Transfer(address indexed from, address indexed to, uint256 indexed tokenId)',
  'event Approval(address indexed owner, address indexed approved, uint256 indexed tokenId)',
  'event ApprovalForAll(address indexed owner, address indexed operator, bool approved)',
])

function movementsIn(logs: Log[]): Movement[] {
  const tokens = parseEventLogs({ abi: fungible, eventName: 'Transfer', logs })
  const collectibles = parseEventLogs({ abi: collectible, eventName: 'Transfer', logs })
  return [
    ...tokens.map(({ address, logIndex, args: { from, to, value } }) => ({
      logIndex,
      movement: { from, to, token: getAddress(address), amount: value },
    })),
    ...collectibles.map(({ address, logIndex, args: { from, to, tokenId } }) => ({
      logIndex,
      movement: { from, to, token: getAddress(address), amount: 1n, tokenId },
    })),
  ]
    .sort((a, b) => a.logIndex - b.logIndex)
    .map(({ movement }) => movement)
}

const approvalsIn = (logs: Log[]): Address[] => [
  ...parseEventLogs({ abi: fungible, eventName: 'Approval', logs }).map(({ args }) => args.owner),
  ...parseEventLogs({ abi: collectible, eventName: ['Approval', 'ApprovalForAll'], logs }).map(
    ({ args }) => args.owner,
  ),
]

export interface ReadBlock {
  readonly number: bigint
  readonly hash: string
  readonly parentHash: string
  readonly activities: readonly Activity[]
}

/**
 * A block and what its transactions did. Coin transfers between contracts are missing, because receipts do not contain
 * them and nodes reveal them only by tracing.
 */
export async function readBlock(client: PublicClient, blockNumber: bigint): Promise<ReadBlock> {
  const block = await client.getBlock({ blockNumber, includeTransactions: true })

  async function read(transaction: Transaction): Promise<Activity> {
    const { hash, from, to, value, nonce, input } = transaction
    const { status, logs, contractAddress, transactionIndex } = await client.getTransactionReceipt({ hash })
    const isFailed = status === 'reverted'
    const created = contractAddress ? getAddress(contractAddress) : undefined
    const recipient = to ? getAddress(to) : created
    const coin = recipient && value > 0n ? [{ from: getAddress(from), to: recipient, amount: value }] : []
    return {
      hash,
      blockNumber,
      transactionIndex,
      timestamp: Number(block.timestamp),
      from: getAddress(from),
      to: to ? getAddress(to) : undefined,
      created,
      nonce,
      isFailed,
      movements: isFailed ? [] : [...coin, ...movementsIn(logs)],
      approvals: isFailed ? [] : approvalsIn(logs),
      selector: input.slice(0, 10),
      value,
    }
  }

  const activities = await Promise.all(block.transactions.map(read))
  return { number: blockNumber, hash: block.hash, parentHash: block.parentHash, activities }
}
