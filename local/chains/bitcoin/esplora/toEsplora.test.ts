import type { NodeOutput, NodeTransaction } from './nodeTypes.ts'
import { toTransaction } from './toEsplora.ts'

const output = (value: number, type: string, address?: string): NodeOutput => ({
  value,
  scriptPubKey: { hex: '00', asm: 'OP_0', type, address },
})

const transaction = (changes: Partial<NodeTransaction>): NodeTransaction => ({
  txid: 'aa',
  version: 2,
  locktime: 0,
  size: 200,
  weight: 561,
  vin: [],
  vout: [],
  ...changes,
})

const nothing = () => undefined

test('amounts are in satoshis, and the fee is the difference between inputs and outputs', () => {
  const node = transaction({
    vin: [{ txid: 'bb', vout: 0, prevout: output(0.3, 'witness_v0_keyhash', 'bcrt1q'), sequence: 1 }],
    vout: [output(0.1, 'witness_v1_taproot', 'bcrt1p'), output(0.19999, 'nulldata')],
  })
  expect(toTransaction(node, { confirmed: false }, nothing)).toMatchObject({
    fee: 1_000,
    vin: [{ prevout: { value: 30_000_000, scriptpubkey_type: 'v0_p2wpkh', scriptpubkey_address: 'bcrt1q' } }],
    vout: [
      { value: 10_000_000, scriptpubkey_type: 'v1_p2tr' },
      { value: 19_999_000, scriptpubkey_type: 'op_return', scriptpubkey_address: undefined },
    ],
  })
})

test('an output missing from the node’s answer is looked up', () => {
  const node = transaction({
    vin: [{ txid: 'bb', vout: 1, sequence: 1 }],
    vout: [output(0.5, 'pubkeyhash')],
  })
  const known = toTransaction(
    transaction({ txid: 'bb', vout: [output(1, 'x'), output(0.6, 'x')] }),
    { confirmed: false },
    nothing,
  )
  const read = toTransaction(node, { confirmed: false }, (txid, vout) => (txid === 'bb' ? known.vout[vout] : undefined))
  expect(read.fee).toBe(10_000_000)
})

test('a coinbase spends nothing and pays no fee', () => {
  const node = transaction({ vin: [{ coinbase: '5100', sequence: 1 }], vout: [output(50, 'witness_v0_keyhash')] })
  expect(toTransaction(node, { confirmed: false }, nothing)).toMatchObject({
    fee: 0,
    vin: [{ is_coinbase: true, prevout: null, scriptsig: '5100', txid: '0'.repeat(64), vout: 0xffff_ffff }],
  })
})
