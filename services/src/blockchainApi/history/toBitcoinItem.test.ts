import { array, assert, bigInt, constantFrom, property, record } from 'fast-check'
import type { EsploraTransaction } from './esploraAnswers.ts'
import { bitcoinMovement, toBitcoinItem } from './toBitcoinItem.ts'

const ME = 'bc1qme'
const YOU = 'bc1qyou'
const output = (scriptpubkey_address: string | undefined, value: bigint) => ({ scriptpubkey_address, value })

function transaction(
  inputs: readonly ReturnType<typeof output>[],
  vout: ReturnType<typeof output>[],
): EsploraTransaction {
  const sum = (outputs: readonly { value: bigint }[]) => outputs.reduce((total, { value }) => total + value, 0n)
  return {
    txid: 'a'.repeat(64),
    fee: sum(inputs) - sum(vout),
    vin: inputs.map((prevout) => ({ is_coinbase: false, prevout })),
    vout,
    status: { confirmed: true, block_height: 1, block_time: 1_755_000_000 },
  }
}

test.each([
  ['a payment with change', [output(ME, 100n)], [output(YOU, 60n), output(ME, 35n)], 'out', 60n],
  ['a payment of everything', [output(ME, 100n)], [output(YOU, 95n)], 'out', 95n],
  ['a consolidation of own coins', [output(ME, 50n), output(ME, 50n)], [output(ME, 98n)], 'self', 98n],
  ['a data output that costs only the fee', [output(ME, 50n)], [output(undefined, 0n), output(ME, 48n)], 'self', 48n],
  ['burnt coins', [output(ME, 50n)], [output(undefined, 40n), output(ME, 8n)], 'out', 40n],
  ['a payment from several senders', [output(YOU, 50n), output('bc1qthird', 9n)], [output(ME, 55n)], 'in', 55n],
  [
    'a payment made together with someone else',
    [output(ME, 50n), output(YOU, 50n)],
    [output('bc1qshop', 95n)],
    'out',
    50n,
  ],
  [
    'a joint transaction that returns more than was put in',
    [output(ME, 50n), output(YOU, 50n)],
    [output(ME, 95n)],
    'in',
    45n,
  ],
])('the direction and the amount are right for %s', (_, inputs, outputs, direction, amount) => {
  expect(bitcoinMovement(transaction(inputs, outputs), ME)).toEqual({ direction, amount })
})

test('moved amounts and the fee always add up to the change of the balance', () => {
  const outputs = array(
    record({ scriptpubkey_address: constantFrom(ME, YOU, undefined), value: bigInt(1n, 2_100_000_000_000_000n) }),
    { minLength: 1, maxLength: 5 },
  )
  assert(
    property(outputs, outputs, (inputs, wanted) => {
      const total = inputs.reduce((all, { value }) => all + value, 0n)
      const requests = wanted.reduce((all, { value }) => all + value, 0n)
      // The outputs must not exceed the inputs.
      const vout = wanted.map((out) => ({ ...out, value: (out.value * total) / (requests + 1n) }))
      const found = transaction(inputs, vout)
      const own = (list: readonly { scriptpubkey_address: string | undefined; value: bigint }[]) =>
        list.reduce((all, { scriptpubkey_address, value }) => all + (scriptpubkey_address === ME ? value : 0n), 0n)
      const { direction, amount } = bitcoinMovement(found, ME)
      const moved = direction === 'in' ? amount : direction === 'out' ? -amount : 0n
      const hasPaid = inputs.every(({ scriptpubkey_address }) => scriptpubkey_address === ME)
      expect(moved - (hasPaid ? found.fee : 0n)).toBe(own(vout) - own(inputs))
    }),
    { numRuns: 100 },
  )
})

test('an unconfirmed transaction is shown with the time of the request', () => {
  const pending = { ...transaction([output(YOU, 9n)], [output(ME, 8n)]), status: { confirmed: false } }
  const { metadata } = toBitcoinItem(pending, ME, 'bip122:000000000019d6689c085ae165831e93', 1_755_000_000_000)
  expect(metadata).toMatchObject({ status: 'pending', minedAt: '2025-08-12T12:00:00.000Z', sentFrom: YOU, sentTo: ME })
})
