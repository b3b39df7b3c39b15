import type { TransferStatus } from '@portico/contracts/services/payments'
import {
  type Address,
  BaseError,
  erc20Abi,
  type Hash,
  type PublicClient,
  parseEventLogs,
  TransactionNotFoundError,
  type TransactionReceipt,
  TransactionReceiptNotFoundError,
} from 'viem'
import { ServiceError } from '../../http/errors.ts'
import type { TransferRequest } from './requestId.ts'

/** More blocks than any of our networks produces before a payment expires. */
const BLOCKS_MAX = 10_000n
/** How many of the newest transfers are examined. A person hardly makes more of one token before a payment expires. */
const SEEN_MAX = 50

const transferEvent = erc20Abi.find((entry) => entry.type === 'event' && entry.name === 'Transfer')

async function orNone<Answer>(asking: Promise<Answer>): Promise<Answer | undefined> {
  try {
    return await asking
  } catch (error) {
    if (error instanceof TransactionNotFoundError || error instanceof TransactionReceiptNotFoundError) return undefined
    throw error
  }
}

/** A smart account's transaction contains the call inside another call. */
const hasCall = (input: string, { data }: TransferRequest) => input.toLowerCase().includes(data.slice(2).toLowerCase())

const isSame = (one: Address, other: Address) => one.toLowerCase() === other.toLowerCase()

/** Whether the token has moved. A smart account's transaction may succeed although its inner call has failed. */
function hasMoved({ logs }: TransactionReceipt, { trace, payer }: TransferRequest): boolean {
  const moves = parseEventLogs({ abi: erc20Abi, eventName: 'Transfer', logs })
  return moves.some(
    ({ address, args }) =>
      isSame(address, trace.token) &&
      (trace.recipient
        ? isSame(args.to, trace.recipient) && args.value >= (trace.amount ?? 0n)
        : isSame(args.from, payer)),
  )
}

/** @returns undefined if the node does not know the transaction, or if it does not contain the call */
async function lookAt(client: PublicClient, request: TransferRequest, hash: Hash): Promise<TransferStatus | undefined> {
  const transaction = await orNone(client.getTransaction({ hash }))
  if (!transaction || !hasCall(transaction.input, request)) return undefined
  const receipt = await orNone(client.getTransactionReceipt({ hash }))
  if (!receipt) return { status: 'pending', txHash: hash }
  const isPaid = receipt.status === 'success' && hasMoved(receipt, request)
  return { status: isPaid ? 'success' : 'failure', txHash: hash }
}

/** Searches the chain for the payment, no matter who sent the transaction. */
async function search(
  client: PublicClient,
  request: TransferRequest,
  newest: bigint,
): Promise<TransferStatus | undefined> {
  const { block, trace, payer } = request
  const last = block + BLOCKS_MAX
  if (newest < block) return undefined
  const logs = await client.getLogs({
    address: trace.token,
    event: transferEvent as Extract<(typeof erc20Abi)[number], { name: 'Transfer' }>,
    args: trace.recipient ? { to: trace.recipient } : { from: payer },
    fromBlock: block,
    toBlock: newest < last ? newest : last,
  })
  const hashes = [...new Set(logs.map(({ transactionHash }) => transactionHash))].slice(-SEEN_MAX)
  for (const hash of hashes) {
    const seen = await lookAt(client, request, hash)
    if (seen?.status === 'success') return seen
  }
  return undefined
}

/**
 * The state of a payment, according to the node of its network.
 * @param txHash the client's transaction; without it a failed transaction is not found
 * @throws ServiceError `upstream.unavailable`
 */
export async function statusOfSwap(
  client: PublicClient,
  request: TransferRequest,
  txHash: Hash | undefined,
): Promise<TransferStatus> {
  try {
    const named = txHash && (await lookAt(client, request, txHash))
    if (named && named.status !== 'failure') return named
    const { number, timestamp } = await client.getBlock()
    // Another transaction with the same call may have paid: if a wallet sent two such transactions, one of them may be
    // reverted.
    const found = await search(client, request, number)
    if (found) return found
    if (named) return named
    return { status: timestamp > request.trace.deadline ? 'timeout' : txHash ? 'pending' : 'waiting' }
  } catch (error) {
    throw error instanceof BaseError ? new ServiceError('upstream.unavailable') : error
  }
}
