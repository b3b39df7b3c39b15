import { schnorr, secp256k1 } from '@noble/curves/secp256k1'
import { p2pkh, SigHash, Transaction } from '@scure/btc-signer'
import { createBitcoinAddresses } from './createBitcoinAddresses.ts'
import { BITCOIN_DEVELOPMENT_KEYS } from './developmentKeys.ts'
import { readPsbt, signPsbt } from './signPsbt.ts'

const [firstKeys, secondKeys] = BITCOIN_DEVELOPMENT_KEYS
if (!firstKeys || !secondKeys) throw new Error('There are development keys.')
const { payment, ordinals } = createBitcoinAddresses(firstKeys, 0, 'regtest')
const stranger = createBitcoinAddresses(secondKeys, 1, 'regtest').payment

/** A PSBT, built by another library, that spends a payment output, a taproot output and another wallet's output. */
function unsigned() {
  const transaction = new Transaction()
  for (const [index, { script }] of [payment, ordinals, stranger].entries()) {
    transaction.addInput({ txid: 'aa'.repeat(32), index, witnessUtxo: { script, amount: 10_000n } })
  }
  transaction.addOutput({ script: payment.script, amount: 25_000n })
  return transaction.toPSBT()
}

function sign(...[inputs]: [Parameters<typeof signPsbt>[2]?]) {
  const psbt = readPsbt(unsigned())
  signPsbt(psbt, [payment, ordinals], inputs)
  return Transaction.fromPSBT(psbt.toBuffer())
}

const scripts = [payment.script, ordinals.script, stranger.script]
const amounts = [10_000n, 10_000n, 10_000n]

test('signs all inputs that spend from its own addresses, and leaves the others unsigned', () => {
  const signed = sign()
  const [[publicKey, signature] = []] = signed.getInput(0).partialSig ?? []
  if (!publicKey || !signature) throw new Error('The payment input is not signed.')
  expect(publicKey).toEqual(payment.publicKey)
  const hash = signed.preimageWitnessV0(0, p2pkh(payment.publicKey).script, SigHash.ALL, 10_000n)
  expect(secp256k1.verify(signature.slice(0, -1), hash, publicKey, { format: 'der' })).toBe(true)

  const { tapKeySig } = signed.getInput(1)
  if (!tapKeySig) throw new Error('The taproot input is not signed.')
  const taprootHash = signed.preimageWitnessV1(1, scripts, SigHash.DEFAULT, amounts)
  expect(schnorr.verify(tapKeySig, taprootHash, ordinals.script.slice(2))).toBe(true)

  expect(signed.getInput(2)).not.toHaveProperty('partialSig')
})

test('signs only the listed inputs', () => {
  const signed = sign([{ index: 1 }])
  expect(signed.getInput(0)).not.toHaveProperty('partialSig')
  expect(signed.getInput(1).tapKeySig).toHaveLength(64)
})

test('signs with another sighash type only if the site allows it', () => {
  const psbt = readPsbt(unsigned())
  psbt.updateInput(0, { sighashType: SigHash.ALL_ANYONECANPAY })
  expect(() => signPsbt(psbt, [payment], [{ index: 0 }])).toThrow('Sighash type is not allowed')
  signPsbt(psbt, [payment], [{ index: 0, sighashTypes: [SigHash.ALL_ANYONECANPAY] }])
  const [[, signature] = []] = Transaction.fromPSBT(psbt.toBuffer()).getInput(0).partialSig ?? []
  expect(signature?.at(-1)).toBe(SigHash.ALL_ANYONECANPAY)
})

test.each([
  ['belongs to another wallet', [{ index: 2 }]],
  ['does not exist', [{ index: 3 }]],
])('refuses an input that %s', (_, inputs) => {
  expect(() => sign(inputs)).toThrow(expect.objectContaining({ code: -32602 }))
})

test('refuses an invalid PSBT', () => {
  expect(() => readPsbt(new Uint8Array(10))).toThrow(expect.objectContaining({ code: -32602 }))
})
