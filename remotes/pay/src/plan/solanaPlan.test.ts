import { addErrors, type SolanaTransactionRequest } from '@portico/contracts'
import { actingErrors } from '@portico/contracts/actingErrors'
import { readSolanaTransaction } from '@portico/contracts/preview'
import {
  ASSOCIATED_TOKEN_PROGRAM,
  associatedAccount,
  COMPUTE_BUDGET_PROGRAM,
  SYSTEM_PROGRAM,
  TOKEN_PROGRAM,
} from '@portico/contracts/solana'
import { fakeActing, solana } from '@portico/contracts/testing'
import {
  clusterOf,
  coinUsd,
  MINT,
  mintBill,
  SOLANA_PAYER,
  SOLANA_SHOP,
  SOLANA_THIEF,
  sol,
  solBill,
} from '../testSolana.ts'
import type { ReadyPlan, Wish } from './plan.ts'
import { solanaPlan } from './solanaPlan.ts'

beforeAll(() => addErrors(actingErrors))

const plan = (wish: Partial<Wish> = {}, cluster: Parameters<typeof clusterOf>[0] = {}) =>
  solanaPlan(
    { bill: solBill, network: solana, account: SOLANA_PAYER, source: sol, ...wish },
    fakeActing(clusterOf(cluster)),
    new AbortController().signal,
  )
const inToken = { bill: mintBill, source: coinUsd }

const read = ({ request }: ReadyPlan) => {
  const { transaction } = request as SolanaTransactionRequest
  return readSolanaTransaction(Buffer.from(transaction, 'base64'))
}
const programsIn = (ready: ReadyPlan) => read(ready)?.instructions.map(({ programId }) => programId)

test('a SOL bill is paid by a transfer of the exact amount to the recipient', async () => {
  const ready = (await plan()) as ReadyPlan
  expect(ready).toMatchObject({
    step: 'pay',
    most: 250_000_000n,
    fee: 5_000n,
    request: { namespace: 'solana', from: SOLANA_PAYER, lastValidBlockHeight: 150 },
  })
  expect(programsIn(ready)).toEqual([COMPUTE_BUDGET_PROGRAM, COMPUTE_BUDGET_PROGRAM, SYSTEM_PROGRAM])
  expect(read(ready)?.instructions[2]?.accounts).toEqual([{ address: SOLANA_PAYER }, { address: SOLANA_SHOP }])
  expect(ready).not.toHaveProperty('deposit')
})

test("a token is sent to the recipient's token account", async () => {
  const ready = (await plan(inToken, { openedFor: SOLANA_SHOP })) as ReadyPlan
  expect(programsIn(ready)?.slice(2)).toEqual([TOKEN_PROGRAM])
  expect(read(ready)?.instructions[2]?.accounts.map((key) => 'address' in key && key.address)).toEqual([
    associatedAccount(SOLANA_PAYER, MINT, TOKEN_PROGRAM),
    MINT,
    associatedAccount(SOLANA_SHOP, MINT, TOKEN_PROGRAM),
    SOLANA_PAYER,
  ])
})

test("a recipient without a token account gets one; the account's cost is shown and is part of the fee", async () => {
  const ready = (await plan(inToken)) as ReadyPlan
  expect(programsIn(ready)?.slice(2)).toEqual([ASSOCIATED_TOKEN_PROGRAM, TOKEN_PROGRAM])
  expect([ready.deposit, ready.fee]).toEqual([2_039_280n, 2_039_280n + 5_000n])
})

test.each<[string, Partial<Wish>, Parameters<typeof clusterOf>[0], object]>([
  ['too little SOL', {}, { lamports: 250_000_000 }, { type: 'noFee' }],
  [
    'less SOL left than an account must keep',
    {},
    { lamports: 250_100_000 },
    { type: 'leavesTooLittle', least: 890_880n },
  ],
  ['too little of the token', inToken, { tokens: 12_499_999n }, { type: 'tooLittle', missing: 1n }],
  ['nothing for the fee', inToken, { lamports: 0 }, { type: 'noFee' }],
  ['their own address as the recipient', { bill: { ...solBill, recipient: SOLANA_PAYER } }, {}, { type: 'ownAddress' }],
  [
    'an order below the minimum of a new account',
    { bill: { ...solBill, amount: '890879' } },
    { recipientOwner: null },
    { type: 'belowLeast', least: 890_880n },
  ],
  ['an order to a token account', {}, { recipientOwner: TOKEN_PROGRAM }, { type: 'notAWallet' }],
  [
    'an order to a recipient whose token account has another owner',
    inToken,
    { openedFor: SOLANA_THIEF },
    { type: 'accountTaken' },
  ],
  ['a token with a transfer fee', inToken, { keepsPart: true, openedFor: SOLANA_SHOP }, { type: 'keepsPart' }],
  ['another asset to pay with', { source: coinUsd }, {}, { type: 'noRoute' }],
])('a visitor with %s sees the reason, and there is nothing to sign', async (_, wish, cluster, obstacle) => {
  expect(await plan(wish, cluster)).toEqual({ obstacle: expect.objectContaining(obstacle) })
})

test('nothing is signed if the node reports other decimals than those with which the order was read', async () => {
  await expect(plan(inToken, { decimals: 9 })).rejects.toMatchObject({ code: 'transaction.unexpected' })
})

test('a transaction that the cluster would reject is not signed', async () => {
  await expect(plan({}, { failure: { InstructionError: [2, { Custom: 1 }] } })).rejects.toMatchObject({
    code: 'node.refused',
  })
})
