import { addErrors, ModalError, type TransactionNote } from '@portico/contracts'
import { actingErrors } from '@portico/contracts/actingErrors'
import { look, type Nodes } from './look.ts'
import type { TrackedTransaction } from './tracked.ts'

type Answers = Readonly<Record<string, unknown>>

/** Nodes that answer by method or path and refuse everything else. */
function nodes(answers: Answers): Nodes {
  const answer = async (name: string, params: readonly unknown[] = []) => {
    const given = answers[name]
    const found = typeof given === 'function' ? given(params) : given
    if (found instanceof Error) throw found
    if (!(name in answers)) throw new ModalError('service.unreachable')
    return found
  }
  return { askNode: ({ method, params }) => answer(method, params), askEsplora: (_, path) => answer(path) }
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
/** `Error(string)`: paused until Monday. */
const REVERTED = `0x08c379a0${'20'.padStart(64, '0')}${'13'.padStart(64, '0')}${Buffer.from('paused until Monday').toString('hex').padEnd(64, '0')}`
const refusal = (details: object) => new ModalError('node.refused', { details: { ...details } })
const call = { to: `0x${'cc'.repeat(20)}`, value: '7', data: '0x' }
const inBlock = (over: object) => ({
  eth_getTransactionByHash: null,
  eth_getTransactionCount: '0x6',
  eth_getBlockByNumber: {
    transactions: [
      {
        from: evm.from.toLowerCase(),
        nonce: '0x5',
        hash: OTHER,
        to: `0x${'CC'.repeat(20)}`,
        value: '0x07',
        input: '0x',
        ...over,
      },
    ],
  },
})
/** A node that knows only the receipt of the other transaction. */
const receiptOf = (status: string) => (params: readonly unknown[]) => (params[0] === OTHER ? { status } : null)
const OTHER = `0x${'2c'.repeat(32)}`
const gone = { eth_getTransactionReceipt: null, eth_getTransactionByHash: null }

test.each<[string, TrackedTransaction, Answers, object]>([
  ['is confirmed by its receipt', evm, { eth_getTransactionReceipt: { status: '0x1' } }, { phase: 'confirmed' }],
  ['has failed by its receipt', evm, { eth_getTransactionReceipt: { status: '0x0' } }, { phase: 'failed' }],
  [
    'has failed with the reason of its contract',
    evm,
    {
      eth_getTransactionReceipt: { status: '0x0', blockNumber: '0x9' },
      eth_getTransactionByHash: { from: evm.from, to: evm.from, value: '0x0', input: '0x' },
      eth_call: refusal({ reason: 'execution reverted', data: REVERTED }),
    },
    { phase: 'failed', reason: 'paused until Monday' },
  ],
  [
    'has failed with the reason of the node if the contract gives none',
    evm,
    {
      eth_getTransactionReceipt: { status: '0x0', blockNumber: '0x9' },
      eth_getTransactionByHash: { from: evm.from, to: evm.from, value: '0x0', input: '0x' },
      eth_call: refusal({ reason: 'out of\n gas', data: '0x08c379a0' }),
    },
    { phase: 'failed', reason: 'out of gas' },
  ],
  ['is pending while a node has it, with its nonce', evm, shown, { phase: 'pending', nonce: 5 }],
  [
    'of a smart account does not take the nonce of its bundler',
    evm,
    { ...shown, eth_getTransactionByHash: { from: `0x${'bb'.repeat(20)}`, nonce: '0x5' } },
    { phase: 'pending', nonce: undefined },
  ],
  ['that no node has ever seen is unknown', evm, gone, { phase: 'unknown' }],
  [
    'that no node knows any more is unknown while its nonce is unused',
    { ...evm, nonce: 5 },
    { ...gone, eth_getTransactionCount: '0x5' },
    { phase: 'unknown' },
  ],
  [
    'is replaced when its nonce is used, even if the replacement is unknown',
    { ...evm, nonce: 5 },
    { ...gone, eth_getTransactionCount: '0x6', eth_getBlockByNumber: null },
    { phase: 'replaced', replacedBy: undefined },
  ],
  [
    'that was resent with another fee is confirmed with the new one',
    { ...evm, nonce: 5, call },
    { ...inBlock({}), eth_getTransactionReceipt: receiptOf('0x1') },
    { phase: 'confirmed', replacedBy: OTHER },
  ],
  [
    'that was resent with another fee fails with the new one',
    { ...evm, nonce: 5, call },
    { ...inBlock({}), eth_getTransactionReceipt: receiptOf('0x0') },
    { phase: 'failed', replacedBy: OTHER },
  ],
  ...(['to', 'value', 'input'] as const).map((field): [string, TrackedTransaction, Answers, object] => [
    `is replaced by one of another ${field}`,
    { ...evm, nonce: 5, call },
    { ...inBlock({ [field]: '0x08' }), eth_getTransactionReceipt: null },
    { phase: 'replaced', replacedBy: OTHER },
  ]),
])('an EVM transaction %s', async (_, transaction, answers, expected) => {
  expect(await look(transaction, nodes(answers))).toEqual(expected)
})

const statuses = (status: unknown) => ({ getBlockHeight: 100, getSignatureStatuses: { value: [status] } })
test.each<[string, Answers, string]>([
  ['is pending while its block is only processed', statuses({ err: null, confirmationStatus: 'processed' }), 'pending'],
  ['is confirmed', statuses({ err: null, confirmationStatus: 'confirmed' }), 'confirmed'],
  ['is unknown while a block may still include it', statuses(null), 'unknown'],
  ['is unknown at the last block that may include it', { ...statuses(null), getBlockHeight: 150 }, 'unknown'],
  ['is unknown while the node may just be behind', { ...statuses(null), getBlockHeight: 210 }, 'unknown'],
  ['is dropped when no block can include it any more', { ...statuses(null), getBlockHeight: 211 }, 'dropped'],
  [
    'that the last block includes is not dropped',
    { ...statuses({ err: null, confirmationStatus: 'confirmed' }), getBlockHeight: 300 },
    'confirmed',
  ],
])('a Solana transaction %s', async (_, answers, phase) => {
  expect(await look(solana, nodes(answers))).toEqual({ phase })
})

test('a failed Solana transaction has the reason that the cluster gives', async () => {
  const failed = statuses({ err: { InstructionError: [0, { Custom: 1 }] }, confirmationStatus: 'confirmed' })
  const reason = 'step 1: error 1'
  expect(await look(solana, nodes(failed))).toEqual({ phase: 'failed', reason })
})

const REPLACEMENT = 'e'.repeat(64)
const spentBy = (confirmed: boolean) => ({ spent: true, txid: REPLACEMENT, status: { confirmed } })
const paid: TransactionNote = { type: 'send', amount: '15000', decimals: 8, symbol: 'BTC', to: 'bc1friend' }

test.each<[string, number, string, object]>([
  [
    'is confirmed by a replacement that pays the same with another fee',
    15_000,
    'bc1friend',
    { phase: 'confirmed', replacedBy: REPLACEMENT },
  ],
  ['is replaced by one that pays another address', 15_000, 'bc1other', { phase: 'replaced', replacedBy: REPLACEMENT }],
  ['is replaced by one that pays less', 14_999, 'bc1friend', { phase: 'replaced', replacedBy: REPLACEMENT }],
])('a Bitcoin transaction %s', async (_, value, scriptpubkey_address, expected) => {
  const vout = [
    { value: 1, scriptpubkey_address: 'bc1change' },
    { value, scriptpubkey_address },
  ]
  const answers = { [STATUS]: missing(), [OUTSPEND]: spentBy(true), [`/tx/${REPLACEMENT}`]: { vout } }
  expect(await look({ ...bitcoin, note: paid }, nodes(answers))).toEqual(expected)
})

test.each<[string, Answers, object]>([
  ['is confirmed', { [STATUS]: { confirmed: true } }, { phase: 'confirmed' }],
  [
    'is pending while it waits',
    { [STATUS]: { confirmed: false }, [OUTSPEND]: { spent: true, txid: TXID } },
    { phase: 'pending' },
  ],
  [
    'is replaced when another transaction spends its output',
    { [STATUS]: missing(), [OUTSPEND]: spentBy(true), [`/tx/${REPLACEMENT}`]: { vout: [] } },
    { phase: 'replaced', replacedBy: 'e'.repeat(64) },
  ],
  [
    'is not replaced before a block includes the other one',
    { [STATUS]: missing(), [OUTSPEND]: spentBy(false) },
    { phase: 'pending' },
  ],
  ['is unknown when nothing spends it', { [STATUS]: missing(), [OUTSPEND]: { spent: false } }, { phase: 'unknown' }],
])('a Bitcoin transaction %s', async (_, answers, expected) => {
  expect(await look(bitcoin, nodes(answers))).toEqual(expected)
})

test('unreachable nodes cause an error instead of a status', async () => {
  for (const transaction of [evm, solana, bitcoin]) {
    await expect(look(transaction, nodes({}))).rejects.toMatchObject({ code: 'service.unreachable' })
  }
})
