import { addErrors, ModalError } from '@portico/contracts'
import { actingErrors } from '@portico/contracts/actingErrors'
import { look, type Nodes } from './look.ts'
import type { TrackedTransaction } from './tracked.ts'

type Answers = Readonly<Record<string, unknown>>

/** Nodes that answer by method or path; what they have no answer for they refuse. */
function nodes(answers: Answers): Nodes {
  const answer = async (name: string) => {
    const found = answers[name]
    if (found instanceof Error) throw found
    if (!(name in answers)) throw new ModalError('service.unreachable')
    return found
  }
  return { askNode: ({ method }) => answer(method), askEsplora: (_, path) => answer(path) }
}

beforeAll(() => addErrors(actingErrors))

const missing = () => new ModalError('node.refused', { details: { code: 404 } })

const evm: TrackedTransaction = {
  caipNetworkId: 'eip155:1',
  from: `0x${'Aa'.repeat(20)}`,
  hash: `0x${'1b'.repeat(32)}`,
  sentAt: 0,
  phase: 'pending',
}
const solana: TrackedTransaction = { ...evm, caipNetworkId: 'solana:x', hash: 'sig', lastValidBlockHeight: 150 }
const TXID = 'c'.repeat(64)
const bitcoin: TrackedTransaction = {
  ...evm,
  caipNetworkId: 'bip122:x',
  hash: TXID,
  spends: { txid: 'd'.repeat(64), vout: 2 },
}
const STATUS = `/tx/${TXID}/status`
const OUTSPEND = `/tx/${'d'.repeat(64)}/outspend/2`
const shown = {
  eth_getTransactionReceipt: null,
  eth_getTransactionByHash: { from: evm.from.toLowerCase(), nonce: '0x5' },
}
const gone = { eth_getTransactionReceipt: null, eth_getTransactionByHash: null }

test.each<[string, TrackedTransaction, Answers, object]>([
  ['is confirmed by its receipt', evm, { eth_getTransactionReceipt: { status: '0x1' } }, { phase: 'confirmed' }],
  ['has failed by its receipt', evm, { eth_getTransactionReceipt: { status: '0x0' } }, { phase: 'failed' }],
  ['is pending while a node has it, with its nonce', evm, shown, { phase: 'pending', nonce: 5 }],
  [
    'of a smart account has no nonce of the account',
    evm,
    { ...shown, eth_getTransactionByHash: { from: `0x${'bb'.repeat(20)}`, nonce: '0x5' } },
    { phase: 'pending', nonce: undefined },
  ],
  ['that no node has ever shown is unknown', evm, gone, { phase: 'unknown' }],
  [
    'that no node shows any more is unknown while its nonce is free',
    { ...evm, nonce: 5 },
    { ...gone, eth_getTransactionCount: '0x5' },
    { phase: 'unknown' },
  ],
  [
    'is replaced when its nonce is used, also where nobody can say by which',
    { ...evm, nonce: 5 },
    { ...gone, eth_getTransactionCount: '0x6', eth_getBlockByNumber: null },
    { phase: 'replaced', replacedBy: undefined },
  ],
])('an EVM transaction %s', async (_, transaction, answers, expected) => {
  expect(await look(transaction, nodes(answers))).toEqual(expected)
})

const statuses = (status: unknown) => ({ getBlockHeight: 100, getSignatureStatuses: { value: [status] } })
test.each<[string, Answers, string]>([
  ['is pending while its block is only processed', statuses({ err: null, confirmationStatus: 'processed' }), 'pending'],
  ['is confirmed', statuses({ err: null, confirmationStatus: 'confirmed' }), 'confirmed'],
  ['has failed', statuses({ err: { InstructionError: [0] }, confirmationStatus: 'confirmed' }), 'failed'],
  ['is unknown while a block may still take it', statuses(null), 'unknown'],
  ['is unknown at the last block that takes it', { ...statuses(null), getBlockHeight: 150 }, 'unknown'],
  ['is unknown while a node may only be behind another one', { ...statuses(null), getBlockHeight: 210 }, 'unknown'],
  ['is dropped when no block can take it any more', { ...statuses(null), getBlockHeight: 211 }, 'dropped'],
  [
    'that came in the last block is no dropped one',
    { ...statuses({ err: null, confirmationStatus: 'confirmed' }), getBlockHeight: 300 },
    'confirmed',
  ],
])('a Solana transaction %s', async (_, answers, phase) => {
  expect(await look(solana, nodes(answers))).toEqual({ phase })
})

test.each<[string, Answers, object]>([
  ['is confirmed', { [STATUS]: { confirmed: true } }, { phase: 'confirmed' }],
  [
    'is pending while it waits',
    { [STATUS]: { confirmed: false }, [OUTSPEND]: { spent: true, txid: TXID } },
    { phase: 'pending' },
  ],
  [
    'is replaced when another one spends what it spends',
    { [STATUS]: missing(), [OUTSPEND]: { spent: true, txid: 'e'.repeat(64) } },
    { phase: 'replaced', replacedBy: 'e'.repeat(64) },
  ],
  ['is unknown when nothing spends it', { [STATUS]: missing(), [OUTSPEND]: { spent: false } }, { phase: 'unknown' }],
])('a Bitcoin transaction %s', async (_, answers, expected) => {
  expect(await look(bitcoin, nodes(answers))).toEqual(expected)
})

test('nodes that cannot be reached say nothing', async () => {
  for (const transaction of [evm, solana, bitcoin]) {
    await expect(look(transaction, nodes({}))).rejects.toMatchObject({ code: 'service.unreachable' })
  }
})
