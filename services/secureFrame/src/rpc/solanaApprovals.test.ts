/** @jest-environment jsdom */
import { ed25519 } from '@noble/curves/ed25519.js'
import { LOOKUP_TABLE_PROGRAM } from '@portico/contracts/chains/solana/lookupTable'
import { base58 } from '@scure/base'
import { type Answers, NodeError } from './testing/fakeNode.ts'
import { openRpc, settle, shown } from './testing/openRpc.ts'

const SOLANA = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'
const TABLE = base58.encode(new Uint8Array(32).fill(5))
const FRIEND = new Uint8Array(32).fill(6)

beforeEach(() => jest.useFakeTimers())
afterEach(() => jest.useRealTimers())

/** A transfer of one SOL by the system program, to a key or to an entry of a lookup table. */
function transfer(signers: readonly string[], from = 0, { table }: { readonly table?: string } = {}) {
  const keys = [...signers.map((signer) => base58.decode(signer)), ...(table ? [] : [FRIEND]), new Uint8Array(32)]
  const system = keys.length - 1
  const to = table ? keys.length : system - 1
  const lamports = [0, 0xca, 0x9a, 0x3b, 0, 0, 0, 0]
  const message = Uint8Array.from([
    ...(table ? [0x80] : []),
    ...[signers.length, 0, 1],
    ...[keys.length, ...keys.flatMap((key) => [...key])],
    ...new Array<number>(32).fill(9),
    ...[1, system, 2, from, to, 12, 2, 0, 0, 0, ...lamports],
    ...(table ? [1, ...base58.decode(table), 1, 0, 0] : []),
  ])
  const signatures = signers.flatMap((_, n) => new Array<number>(64).fill(n))
  return { message, base58: base58.encode(Uint8Array.from([signers.length, ...signatures, ...message])) }
}

const open = (answers = {}) => openRpc({ network: SOLANA, answers: { getFeeForMessage: { value: 5_000 }, ...answers } })
const signatureIn = (transaction: string, place: number) =>
  base58.decode(transaction).subarray(1 + place * 64, 65 + place * 64)
const isSigned = (account: string, message: Uint8Array, signature: Uint8Array) =>
  ed25519.verify(signature, message, base58.decode(account))

test('a message is shown and signed', async () => {
  const opened = open()
  const { solana } = opened.account
  const bytes = Buffer.from('Hello')
  const answer = opened.ask('solana_signMessage', { message: base58.encode(bytes), pubkey: solana })
  expect((await shown(opened)).textContent).toContain('Hello')
  await opened.approve()
  const { signature } = (await answer) as { signature: string }
  expect(isSigned(solana, bytes, base58.decode(signature))).toBe(true)
})

test("a transaction is shown with its amount, and signed only in the account's place", async () => {
  const opened = open({ simulateTransaction: { value: { err: null } } })
  const { solana } = opened.account
  const { message, base58: transaction } = transfer([TABLE, solana], 1)
  const answer = opened.ask('solana_signTransaction', { transaction })
  const screen = await shown(opened)
  expect(screen.textContent).toContain('1 SOL')
  await opened.approve()
  const signed = ((await answer) as { transaction: string }).transaction
  expect(isSigned(solana, message, signatureIn(signed, 1))).toBe(true)
  expect(signatureIn(signed, 0)).toEqual(signatureIn(transaction, 0))
  expect(opened.node.methods()).not.toContain('sendTransaction')
})

test('several transactions are signed in the order in which the page lists them', async () => {
  const opened = open()
  const { solana } = opened.account
  const [one, two] = [transfer([solana]), transfer([solana, TABLE])]
  const answer = opened.ask('solana_signAllTransactions', { transactions: [one.base58, two.base58] })
  const { textContent: text } = await shown(opened)
  expect(text).toContain('Part 2 of 2')
  expect(text).toContain('This couldn’t be simulated.')
  expect(text).toContain('Maximum network fee0.00001 SOL')
  await opened.approve()
  const { transactions } = (await answer) as { transactions: string[] }
  expect([one, two].map(({ message }, n) => isSigned(solana, message, signatureIn(transactions[n] ?? '', 0)))).toEqual([
    true,
    true,
  ])
})

test('several transactions show the sum of the fees that the account pays, or no fee if one is unknown', async () => {
  const opened = open()
  const { solana } = opened.account
  const transactions = [transfer([solana]), transfer([TABLE, solana])].map(({ base58: one }) => one)
  const first = opened.ask('solana_signAllTransactions', { transactions })
  expect((await shown(opened)).textContent).toContain('Maximum network fee0.000005 SOL')
  opened.reject()
  await first
  const unknown = open({ getFeeForMessage: { value: null } })
  const one = transfer([unknown.account.solana]).base58
  const second = unknown.ask('solana_signAllTransactions', { transactions: [one, one] })
  expect((await shown(unknown)).textContent).not.toContain('Maximum network fee')
  unknown.reject()
  await second
})

test('a transaction is sent with its options, and identified by its first signature', async () => {
  const opened = open({ sendTransaction: 'whatever the node says' })
  const { solana } = opened.account
  const { message, base58: transaction } = transfer([solana])
  const options = { skipPreflight: true, maxRetries: 3 }
  const answer = opened.ask('solana_signAndSendTransaction', { transaction, options })
  expect((await shown(opened)).textContent).toContain('Maximum network fee0.000005 SOL')
  await opened.approve()
  const { signature } = (await answer) as { signature: string }
  expect(isSigned(solana, message, base58.decode(signature))).toBe(true)
  expect(opened.node.last('sendTransaction')).toEqual([expect.any(String), { ...options, encoding: 'base64' }])
})

/** A node's answer for a lookup table that contains this address. */
const tableOf = (address: Uint8Array, owner = LOOKUP_TABLE_PROGRAM) => ({
  value: { owner, data: [Buffer.concat([Uint8Array.of(1), new Uint8Array(55), address]).toString('base64'), 'base64'] },
})

test('an account that does not belong to the lookup table program is not read as a lookup table', async () => {
  const opened = open({ getAccountInfo: tableOf(FRIEND, 'Vote111111111111111111111111111111111111111') })
  const { base58: transaction } = transfer([opened.account.solana], 0, { table: TABLE })
  const answer = opened.ask('solana_signTransaction', { transaction })
  expect((await shown(opened)).textContent).not.toContain(base58.encode(FRIEND))
  opened.reject()
  await answer
})

test('receivers in a lookup table are looked up', async () => {
  const opened = open({ getAccountInfo: tableOf(FRIEND) })
  const { base58: transaction } = transfer([opened.account.solana], 0, { table: TABLE })
  const answer = opened.ask('solana_signTransaction', { transaction })
  expect((await shown(opened)).textContent).toContain(base58.encode(FRIEND))
  opened.reject()
  await answer
})

test('the screen says so if a transaction would fail', async () => {
  const opened = open({ simulateTransaction: { value: { err: { InstructionError: [0, 'Custom'] } } } })
  const answer = opened.ask('solana_signTransaction', { transaction: transfer([opened.account.solana]).base58 })
  expect((await shown(opened)).textContent).toContain('It would fail, and')
  opened.reject()
  await answer
})

test.each([
  ['no', 'Not sent: the network rejected it.', 'notSent'],
  ['Transaction simulation failed: Blockhash not found', 'Not sent: it would have failed.', 'wouldFail'],
  [
    'Attempt to debit an account but found no record',
    'Not sent: your account doesn’t have enough funds.',
    'fundsMissing',
  ],
])('a transaction that the node refuses with "%s" is not reported as sent', async (said, words, failure) => {
  const opened = open({ sendTransaction: new NodeError(-32002, said), getSignatureStatuses: { value: [null] } })
  const answer = opened.ask('solana_signAndSendTransaction', { transaction: transfer([opened.account.solana]).base58 })
  await shown(opened)
  await opened.approve()
  for (let turn = 0; turn < 20 && opened.find('approve'); turn++) await settle()
  expect(opened.text()).toContain(words)
  opened.reject()
  expect(await answer).toEqual({ failure })
})

test.each<[string, Answers]>([
  ['is known to the network', { getSignatureStatuses: { value: [{ slot: 7, confirmations: 0, err: null }] } }],
  ['has an unknown status', { getSignatureStatuses: new NodeError(-32093) }],
  ['has a malformed status', { getSignatureStatuses: { value: [] } }],
  [
    'was already processed',
    {
      sendTransaction: new NodeError(
        -32002,
        'Transaction simulation failed: This transaction has already been processed',
      ),
    },
  ],
])('a transaction that the node refuses and that %s is not reported as failed', async (_, answers) => {
  const opened = open({ sendTransaction: new NodeError(-32002, 'Blockhash not found'), ...answers })
  const answer = opened.ask('solana_signAndSendTransaction', { transaction: transfer([opened.account.solana]).base58 })
  await shown(opened)
  await opened.approve()
  const told = (await answer) as { signature: string }
  expect(told).toEqual({ signature: expect.stringMatching(/^[1-9A-HJ-NP-Za-km-z]{64,88}$/) })
  const requests = opened.node.last('getSignatureStatuses')
  if (requests) expect(requests).toEqual([[told.signature]])
})

test.each([
  [
    'that would fail',
    { simulateTransaction: { value: { err: 'Custom' } } },
    'It would fail, so it can’t be sent.',
    'wouldFail',
  ],
  [
    'for which no node answers',
    { getFeeForMessage: () => undefined },
    'Can’t reach the network right now.',
    'unreachable',
  ],
])('a transaction to be sent %s is shown, and cannot be approved', async (_, answers, words, failure) => {
  const opened = open(answers)
  const answer = opened.ask('solana_signAndSendTransaction', { transaction: transfer([opened.account.solana]).base58 })
  const screen = await shown(opened)
  await settle()
  expect(screen.textContent).toContain(words)
  expect(screen.textContent).toContain(base58.encode(FRIEND))
  expect(opened.find('approve')).toBeNull()
  opened.reject()
  expect(await answer).toEqual({ failure })
})

test('a failing transaction can still be sent if the page skips the preflight', async () => {
  const opened = open({ simulateTransaction: { value: { err: 'Custom' } } })
  const { base58: transaction } = transfer([opened.account.solana])
  const answer = opened.ask('solana_signAndSendTransaction', { transaction, options: { skipPreflight: true } })
  const screen = await shown(opened)
  await settle()
  expect(screen.textContent).toContain('It would fail, and you’d lose the fee.')
  expect(opened.find('approve')).not.toBeNull()
  opened.reject()
  await answer
})

const { base58: foreign, message: foreignMessage } = transfer([TABLE])
test.each([
  ['a transaction without a place for the account', 'solana_signTransaction', { transaction: foreign }],
  ['a list with such a transaction', 'solana_signAllTransactions', { transactions: [foreign] }],
  ['an empty list of transactions', 'solana_signAllTransactions', { transactions: [] }],
  ['an invalid transaction', 'solana_signAndSendTransaction', { transaction: 'abc' }],
  ['a message for another account', 'solana_signMessage', { message: 'abc', pubkey: TABLE }],
])('%s is never shown', async (_, method, params) => {
  const opened = open()
  expect(await opened.ask(method, params)).toEqual({ failure: 'invalidRequest' })
  expect(document.body.childElementCount).toBe(0)
})

test('a request that was shown for one account is not signed by another account', async () => {
  const opened = open()
  const answer = opened.ask('solana_signTransaction', { transaction: transfer([opened.account.solana]).base58 })
  await shown(opened)
  opened.change()
  await opened.approve()
  expect(await answer).toEqual({ failure: 'notConnected' })
})

test('bytes that may be a transaction of a newer version are not signed as a message', async () => {
  const opened = open()
  const message = base58.encode(Uint8Array.from([0x81, ...foreignMessage]))
  expect(await opened.ask('solana_signMessage', { message, pubkey: opened.account.solana })).toEqual({
    failure: 'invalidRequest',
  })
})

test('a message that is a transaction is not signed', async () => {
  const opened = open()
  const message = base58.encode(foreignMessage)
  expect(await opened.ask('solana_signMessage', { message, pubkey: opened.account.solana })).toEqual({
    failure: 'invalidRequest',
  })
  expect(opened.uses()).toBe(0)
})
