import type { BitcoinRpc } from '../bitcoinRpc.ts'
import { createIndex } from './createIndex.ts'
import { followNode } from './followNode.ts'
import type { NodeOutput } from './nodeTypes.ts'

const to = (address: string, value: number): NodeOutput => ({
  value,
  scriptPubKey: { hex: '', asm: '', type: 'witness_v0_keyhash', address },
})

/** A node with a block that has funded the faucet, and what happens while it answers. */
function nodeThat(onMempool: (node: { mine(...txids: string[]): void; wait(...txids: string[]): void }) => void) {
  const outputs: Record<string, NodeOutput[]> = {
    funding: [to('faucet', 3)],
    first: [to('shop', 1), to('faucet', 1.9)],
    second: [to('shop', 1), to('faucet', 0.8)],
  }
  const spends: Record<string, string> = { first: 'funding', second: 'first' }
  const change = (txid: string) => outputs[txid]?.length ?? 1
  const blocks = [['funding']]
  const waiting = new Set<string>()
  const transaction = (txid: string, isInBlock: boolean) => {
    const from = spends[txid]
    const prevout = from ? outputs[from]?.[change(from) - 1] : undefined
    const vin = from
      ? [{ txid: from, vout: change(from) - 1, sequence: 0, ...(isInBlock && { prevout }) }]
      : [{ coinbase: '00', sequence: 0 }]
    return { txid, version: 2, locktime: 0, size: 1, weight: 4, vin, vout: outputs[txid] ?? [] }
  }
  const answers: Record<string, (parameter: never) => unknown> = {
    getbestblockhash: () => `block ${blocks.length - 1}`,
    getblockcount: () => blocks.length - 1,
    getblockhash: (height: number) => `block ${height}`,
    getblock(hash: string) {
      const height = Number(hash.slice(6))
      return { hash, height, time: height, tx: (blocks[height] ?? []).map((txid) => transaction(txid, true)) }
    },
    getrawmempool() {
      onMempool({
        mine(...txids) {
          for (const txid of txids) waiting.delete(txid)
          blocks.push(txids)
        },
        wait: (...txids) => txids.forEach((txid) => void waiting.add(txid)),
      })
      return [...waiting]
    },
    getrawtransaction: (txid: string) => transaction(txid, false),
  }
  const call = async (method: string, parameter?: unknown) => answers[method]?.(parameter as never)
  const batch = (calls: [string, unknown][]) => Promise.all(calls.map(([method, parameter]) => call(method, parameter)))
  return { call, batch } as unknown as BitcoinRpc
}

test('a payment whose parent is mined while the mempool is read has its fee as soon as it is listed', async () => {
  const index = createIndex()
  let updates = 0
  const follower = followNode(
    nodeThat((node) => {
      if (++updates > 1) return
      // After the blocks were read, the first payment gets a block, and the second one spends its change.
      node.mine('first')
      node.wait('second')
    }),
    index,
  )
  await follower.upToDate()
  expect(index.history('shop')).toEqual([])
  await follower.upToDate()
  expect(index.history('shop').map(({ txid, fee }) => [txid, fee])).toEqual([
    ['second', 10_000_000],
    ['first', 10_000_000],
  ])
})
