import { isRecord } from '@portico/contracts/embeddedWallet/bounds'
import type { ChainStatus, Nodes } from './look.ts'
import { revertReason } from './revertReason.ts'
import type { TrackedTransaction } from './tracked.ts'

/** How many blocks are searched for the transaction that replaced another. */
const BLOCKS_MAX = 20

const isSame = (one: unknown, other: string) => typeof one === 'string' && one.toLowerCase() === other.toLowerCase()

const quantity = (value: unknown): number | undefined =>
  typeof value === 'string' && /^0x[\da-f]{1,13}$/i.test(value) ? Number(value) : undefined

type Ask = (method: string, ...params: readonly unknown[]) => Promise<unknown>

/** The transaction with which the account has used the nonce, if one of the last blocks contains it. */
async function replacementOf(
  { from, nonce }: TrackedTransaction,
  ask: Ask,
): Promise<Readonly<Record<string, unknown>> | undefined> {
  let block = await ask('eth_getBlockByNumber', 'latest', true)
  for (let seen = 0; seen < BLOCKS_MAX && isRecord(block); seen++) {
    const { transactions, parentHash } = block
    const found = (Array.isArray(transactions) ? transactions : []).find(
      (one) => isRecord(one) && isSame(one.from, from) && quantity(one.nonce) === nonce,
    )
    if (found) return found
    block = await ask('eth_getBlockByHash', parentHash, true)
  }
  return undefined
}

const isValue = (one: unknown, other: string) =>
  typeof one === 'string' && /^0x[\da-f]{1,64}$/i.test(one) && BigInt(one) === BigInt(other)

/** Whether the wallet has resent the transaction with another fee. */
const isSamePayment = ({ call }: TrackedTransaction, { to, value, input }: Readonly<Record<string, unknown>>) =>
  call !== undefined && isSame(to, call.to) && isValue(value, call.value) && isSame(input, call.data)

/** A bundler sends a smart account's transaction. It uses no nonce of the account, so it never counts as replaced. */
export async function lookEvm(transaction: TrackedTransaction, nodes: Nodes): Promise<ChainStatus> {
  const { caipNetworkId, from, hash, nonce } = transaction
  const ask: Ask = (method, ...params) => nodes.askNode({ caipNetworkId, method, params })
  const receiptSays = async (of: string): Promise<ChainStatus | undefined> => {
    const receipt = await ask('eth_getTransactionReceipt', of)
    if (!isRecord(receipt)) return undefined
    if (quantity(receipt.status) !== 0) return { phase: 'confirmed' }
    const reason = await revertReason(of, receipt.blockNumber, ask)
    return { phase: 'failed', ...(reason && { reason }) }
  }

  const done = await receiptSays(hash)
  if (done) return done
  const known = await ask('eth_getTransactionByHash', hash)
  if (isRecord(known)) return { phase: 'pending', nonce: isSame(known.from, from) ? quantity(known.nonce) : undefined }
  if (nonce === undefined) return { phase: 'unknown' }
  const used = quantity(await ask('eth_getTransactionCount', from, 'latest'))
  if (used === undefined || used <= nonce) return { phase: 'unknown' }
  // The transaction may have been included between the two queries.
  const late = await receiptSays(hash)
  if (late) return late
  const other = await replacementOf(transaction, ask).catch(() => undefined)
  const replacedBy = typeof other?.hash === 'string' ? other.hash.toLowerCase() : undefined
  if (!other || replacedBy === undefined || replacedBy === hash.toLowerCase())
    return { phase: 'replaced', replacedBy: undefined }
  if (!isSamePayment(transaction, other)) return { phase: 'replaced', replacedBy }
  const outcome = await receiptSays(replacedBy)
  return outcome ? { ...outcome, replacedBy } : { phase: 'pending' }
}
