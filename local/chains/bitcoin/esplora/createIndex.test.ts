import { addressStats, unspentOutputs } from './addresses.ts'
import { createIndex } from './createIndex.ts'
import type { Output, Status, Transaction } from './toEsplora.ts'

const to = (address: string, value: number): Output => ({
  scriptpubkey: '',
  scriptpubkey_asm: '',
  scriptpubkey_type: 'v0_p2wpkh',
  scriptpubkey_address: address,
  value,
})

const inBlock = (height: number): Status => ({
  confirmed: true,
  block_height: height,
  block_hash: `${height}`,
  block_time: 1,
})

function transaction(
  txid: string,
  status: Status,
  vout: Output[],
  spends?: [txid: string, prevout: Output],
): Transaction {
  const [from = '', prevout = null] = spends ?? []
  const input = { txid: from, vout: 0, prevout, scriptsig: '', scriptsig_asm: '', sequence: 0 }
  const vin = [{ ...input, is_coinbase: !spends }]
  return { txid, version: 2, locktime: 0, vin, vout, size: 1, weight: 4, fee: 0, status }
}

const funding = transaction('a', inBlock(1), [to('alice', 100)])
const payment = transaction('b', { confirmed: false }, [to('bob', 60), to('alice', 39)], ['a', to('alice', 100)])

test('an unconfirmed payment removes the spent coins and adds the change', () => {
  const index = createIndex()
  index.add(funding)
  expect(unspentOutputs('alice', index)).toMatchObject([{ txid: 'a', vout: 0, value: 100 }])
  index.add(payment)
  expect(unspentOutputs('alice', index)).toMatchObject([
    { txid: 'b', vout: 1, value: 39, status: { confirmed: false } },
  ])
  expect(index.spending('a', 0)).toEqual({ txid: 'b', vin: 0 })
  expect(addressStats('alice', index)).toEqual({
    address: 'alice',
    chain_stats: { funded_txo_count: 1, funded_txo_sum: 100, spent_txo_count: 0, spent_txo_sum: 0, tx_count: 1 },
    mempool_stats: { funded_txo_count: 1, funded_txo_sum: 39, spent_txo_count: 1, spent_txo_sum: 100, tx_count: 1 },
  })
})

test('the history lists unconfirmed transactions first, then blocks from the latest to the first', () => {
  const index = createIndex()
  index.add(funding)
  index.add(transaction('c', inBlock(2), [to('alice', 1)]))
  index.add(transaction('d', inBlock(2), [to('alice', 1)]))
  index.add(payment)
  const order = () => index.history('alice').map(({ txid }) => txid)
  expect(order()).toEqual(['b', 'd', 'c', 'a'])
  index.add({ ...payment, status: inBlock(1) })
  expect(order()).toEqual(['d', 'c', 'b', 'a'])
})

test('a replaced transaction is gone, and its inputs are spent by the replacement', () => {
  const index = createIndex()
  index.add(funding)
  index.add(payment)
  index.add({ ...payment, txid: 'e' })
  index.remove('b')
  expect(index.history('bob').map(({ txid }) => txid)).toEqual(['e'])
  expect(index.spending('a', 0)).toEqual({ txid: 'e', vin: 0 })
  index.remove('e')
  expect(unspentOutputs('alice', index)).toMatchObject([{ txid: 'a' }])
  expect(index.history('bob')).toEqual([])
})
