import { type Address, getAddress, type Hash } from 'viem'
import type { Activity, Movement } from './activity.ts'
import type { BlockscoutTransaction, BlockscoutTransfer } from './blockscoutAnswers.ts'
import { APPROVING } from './toHistoryItem.ts'

export const tokenOf = ({ token }: BlockscoutTransfer): Address | undefined => token.address_hash ?? token.address

export const isSpam = ({ token }: BlockscoutTransfer) => (token.reputation ?? 'ok') !== 'ok'

const toMovement = (transfer: BlockscoutTransfer): Movement[] => {
  const token = tokenOf(transfer)
  const { from, to, total } = transfer
  const { token_id, value } = total
  // Clients filter out spam collectibles themselves. They cannot recognise a spam token, whose name may be an
  // advertisement.
  if (token_id == null && isSpam(transfer)) return []
  if (!token || (token_id == null && value == null)) return []
  const amount = value ?? 1n
  return [{ from, to, token, amount, ...(token_id != null && { tokenId: token_id }) }]
}

const SELECTOR_CHARACTERS = 10

/** @param now the time for pending transactions, in seconds */
const fromTransaction = (transaction: BlockscoutTransaction, now: number): Activity => {
  const { hash, from, to, created_contract, nonce, status, value, raw_input, block_number, position } = transaction
  const isFailed = status === 'error'
  const isPending = block_number == null
  const created = created_contract ? getAddress(created_contract) : undefined
  const recipient = to ?? created
  const selector = raw_input.slice(0, SELECTOR_CHARACTERS)
  return {
    hash,
    blockNumber: BigInt(block_number ?? 0),
    transactionIndex: position ?? 0,
    timestamp: transaction.timestamp ? secondsOf(transaction.timestamp) : now,
    from,
    to: to ?? undefined,
    created,
    nonce,
    isFailed,
    isPending,
    movements: recipient && value > 0n && !isFailed ? [{ from, to: recipient, amount: value }] : [],
    approvals: APPROVING.includes(selector) && !isFailed ? [from] : [],
    selector,
    value,
  }
}

/** A transaction that is known only by its transfers, because someone else sent it. */
const fromTransfer = (hash: Hash, { from, to, block_number, timestamp }: BlockscoutTransfer): Activity => ({
  hash,
  blockNumber: BigInt(block_number),
  transactionIndex: 0,
  timestamp: secondsOf(timestamp),
  from,
  to,
  created: undefined,
  nonce: 0,
  isFailed: false,
  movements: [],
  approvals: [],
  selector: '0x',
  value: 0n,
})

export const secondsOf = (date: string) => Math.floor(Date.parse(date) / 1_000)

/**
 * What an explorer knows about one transaction: the transaction itself, if the address takes part in it, and its token
 * transfers.
 * @returns undefined if there is nothing but spam
 */
export function toActivity(
  transaction: BlockscoutTransaction | undefined,
  transfers: readonly BlockscoutTransfer[],
  now: number = Math.floor(Date.now() / 1_000),
): Activity | undefined {
  const inOrder = [...transfers].sort((a, b) => a.log_index - b.log_index)
  const moved = inOrder.flatMap(toMovement)
  if (transaction) {
    const activity = fromTransaction(transaction, now)
    return { ...activity, movements: [...activity.movements, ...moved] }
  }
  const [first] = inOrder
  return first && moved.length > 0 ? { ...fromTransfer(first.transaction_hash, first), movements: moved } : undefined
}
