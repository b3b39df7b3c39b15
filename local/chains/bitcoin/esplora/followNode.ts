import type { BitcoinRpc } from '../bitcoinRpc.ts'
import type { TransactionIndex } from './createIndex.ts'
import type { NodeBlock, NodeTransaction } from './nodeTypes.ts'
import { type Status, toTransaction } from './toEsplora.ts'

const BLOCKS_AT_ONCE = 50

export type Follower = ReturnType<typeof followNode>

/** Keeps an index in step with the node. Updates on request, so an answer is never older than its request. */
export function followNode(rpc: BitcoinRpc, index: TransactionIndex) {
  /** The hash of the block at each height. */
  const chain: string[] = []

  function addBlock({ tx, height, hash, time }: NodeBlock) {
    const status: Status = { confirmed: true, block_height: height, block_hash: hash, block_time: time }
    // Replaces what was read from the mempool: only a block provides every output that its transactions spend.
    for (const node of tx) index.add(toTransaction(node, status, index.output))
    chain[height] = hash
  }

  async function followBlocks() {
    const best = await rpc.call<string>('getbestblockhash')
    if (best === chain.at(-1)) return
    const tip = await rpc.call<number>('getblockcount')
    const last = chain.length - 1
    const isSameChain = last <= tip && (last < 0 || (await rpc.call<string>('getblockhash', last)) === chain[last])
    // Another branch has won. That is rare here, and reading everything again is always right.
    if (!isSameChain) {
      chain.length = 0
      index.clear()
    }
    while (chain.length <= tip) {
      const count = Math.min(BLOCKS_AT_ONCE, tip - chain.length + 1)
      const heights = Array.from({ length: count }, (_, at) => chain.length + at)
      const hashes = await rpc.batch<string>(heights.map((height) => ['getblockhash', height]))
      const blocks = await rpc.batch<NodeBlock>(hashes.map((hash) => ['getblock', hash, 3]))
      for (const block of blocks) addBlock(block)
    }
  }

  async function followMempool() {
    const waiting = new Set(await rpc.call<string[]>('getrawmempool'))
    for (const { txid } of index.unconfirmed()) if (!waiting.has(txid)) index.remove(txid)
    for (const txid of waiting) await addWaiting(txid, waiting)
  }

  /** Adds parents first: the node does not provide the outputs that an unconfirmed transaction spends. */
  async function addWaiting(txid: string, waiting: ReadonlySet<string>) {
    if (index.get(txid)) return
    // A transaction that has just been confirmed or replaced is found at the next update.
    const node = await rpc.call<NodeTransaction>('getrawtransaction', txid, 1).catch(() => undefined)
    if (!node) return
    for (const { txid: parent } of node.vin) if (parent && waiting.has(parent)) await addWaiting(parent, waiting)
    const transaction = toTransaction(node, { confirmed: false }, index.output)
    // A parent has just been confirmed in a block that is not read yet. The next update adds the transaction.
    if (transaction.vin.some(({ prevout }) => prevout === null)) return
    index.add(transaction)
  }

  async function follow() {
    await followBlocks()
    await followMempool()
  }

  let running: Promise<void> | undefined
  let next: Promise<void> | undefined

  return {
    chain: chain as readonly string[],
    /** Resolves when the index matches the node as of this call. @throws Error if the node does not answer */
    upToDate(): Promise<void> {
      // A running update may have read too early, so callers from now on share the next update.
      if (running) {
        next ??= running
          .catch(() => {})
          .then(() => {
            next = undefined
            return this.upToDate()
          })
        return next
      }
      running = follow().finally(() => {
        running = undefined
      })
      return running
    },
  }
}
