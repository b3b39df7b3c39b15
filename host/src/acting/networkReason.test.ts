import { addErrors, ModalError } from '@portico/contracts'
import { actingErrors } from '@portico/contracts/actingErrors'
import { networkReason } from './networkReason.ts'

beforeAll(() => addErrors(actingErrors))

const ofEsplora = (message: string) =>
  new Error(`sendrawtransaction RPC error: ${JSON.stringify({ code: -25, message })}`)

test.each<[string, unknown, string | undefined]>([
  ['a Bitcoin server', ofEsplora('bad-txns-inputs-missingorspent'), 'bad-txns-inputs-missingorspent'],
  [
    'the same nested in a wallet error',
    new ModalError('connection.requestFailed', {
      cause: Object.assign(ofEsplora('min relay fee not met'), { code: 1 }),
    }),
    'min relay fee not met',
  ],
  ['a server that does not answer in JSON', new Error('sendrawtransaction RPC error: TX rejected'), 'TX rejected'],
  [
    'a Solana node',
    new Error('Transaction simulation failed: Error processing Instruction 2: custom program error: 0x1'),
    'Error processing Instruction 2: custom program error: 0x1',
  ],
  ['a server that already has the transaction', ofEsplora('txn-already-in-mempool'), undefined],
  [
    'a node that has already processed it',
    new Error('Transaction simulation failed: already been processed'),
    undefined,
  ],
  ['a wallet itself', new Error('insufficient funds'), undefined],
  ['a wallet without an error', undefined, undefined],
  ['a wallet with an error as text', 'no', undefined],
])('finds the reason that %s gives for refusing a transaction', (_, error, reason) => {
  expect(networkReason(error)).toBe(reason)
})

test('a reason is cut to a readable length, and a cyclic error causes no endless loop', () => {
  expect(networkReason(ofEsplora('x'.repeat(1_000)))).toHaveLength(200)
  const circle: { cause?: unknown } = {}
  circle.cause = circle
  expect(networkReason(circle)).toBeUndefined()
})
