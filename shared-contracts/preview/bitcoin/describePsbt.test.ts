import { p2pkh, p2tr, p2wpkh, TEST_NETWORK, Transaction } from '@scure/btc-signer'
import { pubECDSA, pubSchnorr } from '@scure/btc-signer/utils.js'
import type { PreviewContext } from '../context.ts'
import { describePsbt, psbtChanges } from './describePsbt.ts'
import { readProvenPsbt } from './readProvenPsbt.ts'

/** The PSBTs here are encoded by an independent library. */

const REGTEST = { ...TEST_NETWORK, bech32: 'bcrt' }
const key = (seed: number) => pubECDSA(new Uint8Array(32).fill(seed))
const own = p2wpkh(key(1), REGTEST)
const friend = p2wpkh(key(2), REGTEST)
const taproot = p2tr(pubSchnorr(new Uint8Array(32).fill(3)), undefined, REGTEST)
const legacy = p2pkh(key(4), REGTEST)
const CONTEXT: PreviewContext = {
  caipNetworkId: 'bip122:0f9188f13cb7b2c71f2a335e3a4fc328',
  account: own.address ?? '',
  native: { symbol: 'BTC', decimals: 8 },
}

interface Output {
  readonly script: Uint8Array
  readonly value: bigint
}
function psbtOf(inputs: readonly Output[], outputs: readonly Output[], more: object = {}): string {
  const transaction = new Transaction({ allowUnknownOutputs: true })
  inputs.forEach(({ script, value }, index) => {
    transaction.addInput({ txid: 'ab'.repeat(32), index, witnessUtxo: { script, amount: value }, ...more })
  })
  for (const { script, value } of outputs) transaction.addOutput({ script, amount: value })
  return Buffer.from(transaction.toPSBT(0)).toString('base64')
}
const at = ({ script }: { readonly script: Uint8Array }, value: bigint): Output => ({ script, value })
const said = (psbt: string) => describePsbt(psbt, CONTEXT).lines.map(({ labelKey, value }) => [labelKey, value])

test('a payment shows its amount and receiver; change is not listed as a payment', () => {
  const psbt = psbtOf([at(own, 100_000n)], [at(friend, 60_000n), at(own, 39_000n)])
  expect(describePsbt(psbt, CONTEXT).kind).toBe('nativeTransfer')
  expect(said(psbt)).toEqual([
    ['preview.amount', { type: 'amount', amount: 60_000n, decimals: 8, symbol: 'BTC' }],
    ['preview.receiver', { type: 'address', address: friend.address }],
    ['preview.maxFee', { type: 'amount', amount: 1_000n, decimals: 8, symbol: 'BTC' }],
  ])
  expect(psbtChanges(psbt, CONTEXT)).toEqual([{ address: own.address, change: -61_000n }])
})

test.each([
  ['taproot', taproot],
  ['P2PKH', legacy],
])("a %s address is written as its owner's wallet writes it", (_, receiver) => {
  expect(said(psbtOf([at(own, 10_000n)], [at(receiver, 9_000n)]))[1]).toEqual([
    'preview.receiver',
    { type: 'address', address: receiver.address },
  ])
})

test('several receivers are listed one by one', () => {
  const { kind, parts = [] } = describePsbt(
    psbtOf([at(own, 100_000n)], [at(friend, 60_000n), at(taproot, 30_000n)]),
    CONTEXT,
  )
  expect([kind, parts.map((part) => part.kind)]).toEqual(['batch', ['nativeTransfer', 'nativeTransfer']])
})

test("another account's input, an output without an address, and a fee above the whole payment raise warnings", () => {
  const data = { script: Uint8Array.from([0x6a, 4, 1, 2, 3, 4]) }
  const lines = describePsbt(psbtOf([at(own, 10_000n), at(friend, 10_000n)], [at(data, 5_000n)]), CONTEXT).lines
  expect(lines.flatMap(({ labelKey, isWarning }) => (isWarning ? [labelKey] : []))).toEqual([
    'preview.unknownScript',
    'preview.receiver',
    'preview.othersCoins',
    'preview.feeIsMost',
  ])
})

test('an address that only looks like a known one raises a warning', () => {
  const poison = {
    ...CONTEXT,
    familiar: [`${friend.address?.slice(0, 8)}${'q'.repeat(30)}${friend.address?.slice(-4)}`],
  }
  const labels = describePsbt(psbtOf([at(own, 10_000n)], [at(friend, 9_000n)]), poison).lines
  expect(labels.map(({ labelKey }) => labelKey)).toContain('preview.looksLike')
})

test("an input's previous transaction must match the transaction id it names", () => {
  const before = new Transaction({ allowLegacyWitnessUtxo: true })
  before.addInput({ txid: 'cd'.repeat(32), index: 0 })
  before.addOutput({ script: legacy.script, amount: 50_000n })
  const nonWitnessUtxo = before.unsignedTx
  const write = (change: (bytes: Uint8Array) => Uint8Array) => {
    const transaction = new Transaction()
    transaction.addInput({ txid: before.id, index: 0, nonWitnessUtxo })
    transaction.addOutput({ script: friend.script, amount: 40_000n })
    const bytes = transaction.toPSBT(0)
    return Buffer.from(change(bytes)).toString('base64')
  }
  expect(readProvenPsbt(write((bytes) => bytes))?.inputs).toEqual([{ value: 50_000n, script: legacy.script }])
  const lie = (bytes: Uint8Array) => {
    // Understates the amount: the difference would go to the fee.
    const place = Buffer.from(bytes).indexOf(Buffer.from([0x50, 0xc3, 0, 0]))
    return bytes.with(place, 0x51)
  }
  expect(readProvenPsbt(write(lie))).toBeUndefined()
})

test.each([
  ['invalid base64', '!'],
  ['a text that is not a PSBT', 'aGVsbG8='],
  ['a truncated PSBT', psbtOf([at(own, 10_000n)], [at(friend, 9_000n)]).slice(0, -8)],
  ['a PSBT that pays more than it spends', psbtOf([at(own, 10_000n)], [at(friend, 11_000n)])],
])('%s is shown as unreadable', (_, psbt) => {
  expect(describePsbt(psbt, CONTEXT).kind).toBe('unknownRequest')
})
