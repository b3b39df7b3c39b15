import { isRecord } from '@portico/contracts/embeddedWallet/bounds'
import type { Nodes, Sight } from './look.ts'
import type { TrackedTransaction } from './tracked.ts'

/** Blocks that are looked through for the transaction that took the place of another. */
const BLOCKS_MAX = 20

const isSame = (one: unknown, other: string) => typeof one === 'string' && one.toLowerCase() === other.toLowerCase()

const quantity = (value: unknown): number | undefined =>
  typeof value === 'string' && /^0x[\da-f]{1,13}$/i.test(value) ? Number(value) : undefined

type Ask = (method: string, ...params: readonly unknown[]) => Promise<unknown>

/** The transaction of the account that has used the nonce, if one of the last blocks has it. */
async function replacementOf({ from, nonce }: TrackedTransaction, ask: Ask): Promise<string | undefined> {
  let block = await ask('eth_getBlockByNumber', 'latest', true)
  for (let seen = 0; seen < BLOCKS_MAX && isRecord(block); seen++) {
    const { transactions, parentHash } = block
    const found = (Array.isArray(transactions) ? transactions : []).find(
      (one) => isRecord(one) && isSame(one.from, from) && quantity(one.nonce) === nonce,
    )
    if (found) return typeof found.hash === 'string' ? found.hash.toLowerCase() : undefined
    block = await ask('eth_getBlockByHash', parentHash, true)
  }
  return undefined
}

/**
 * A transaction of a smart account is one of its bundler's: it has no nonce of the account, and is never told to be replaced.
 */
export async function lookEvm(transaction: TrackedTransaction, nodes: Nodes): Promise<Sight> {
  const { caipNetworkId, from, hash, nonce } = transaction
  const ask: Ask = (method, ...params) => nodes.askNode({ caipNetworkId, method, params })
  const receiptSays = async (): Promise<Sight | undefined> => {
    const receipt = await ask('eth_getTransactionReceipt', hash)
    return isRecord(receipt) ? { phase: quantity(receipt.status) === 0 ? 'failed' : 'confirmed' } : undefined
  }

  const done = await receiptSays()
  if (done) return done
  const known = await ask('eth_getTransactionByHash', hash)
  if (isRecord(known)) return { phase: 'pending', nonce: isSame(known.from, from) ? quantity(known.nonce) : undefined }
  if (nonce === undefined) return { phase: 'unknown' }
  const used = quantity(await ask('eth_getTransactionCount', from, 'latest'))
  if (used === undefined || used <= nonce) return { phase: 'unknown' }
  // Between the questions it may have been carried out itself.
  const late = await receiptSays()
  if (late) return late
  const replacedBy = await replacementOf(transaction, ask).catch(() => undefined)
  return { phase: 'replaced', replacedBy: replacedBy === hash.toLowerCase() ? undefined : replacedBy }
}
