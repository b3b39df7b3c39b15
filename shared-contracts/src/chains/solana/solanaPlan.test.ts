import { addErrors, isModalError } from '@portico/contracts'
import { actingErrors } from '@portico/contracts/actingErrors'
import { solana as network, OTHER_SOLANA_ADDRESS, SOLANA_ADDRESS } from '@portico/contracts/testing'
import { base64 } from '@scure/base'
import fc from 'fast-check'
import { cappedPrice, feeFor, PRIORITY_MAX_LAMPORTS } from './budget.ts'
import type { AskingSolana, SolanaPlan } from './plan.ts'
import { mostOfSolana, planSolana } from './planSolana.ts'
import { takeFrom } from './planToken.ts'
import { SYSTEM_PROGRAM, TOKEN_PROGRAM } from './programs.ts'

beforeAll(() => addErrors(actingErrors))

const RENT = 890_880
const HASH = 'EkSnNWid2cvwEVnVx9aBqawnmiCNiDgp3gUdkDPTKN1N'

interface Situation {
  readonly lamports?: number
  /** Absent when the account does not exist. */
  readonly receiver?: object
  /** What others pay, in millionths of a lamport. */
  readonly paid?: readonly number[]
  readonly failure?: { readonly err: unknown; readonly logs?: readonly string[] }
}

const account = (lamports: number, over: object = {}) => ({
  lamports,
  owner: SYSTEM_PROGRAM,
  executable: false,
  data: ['', 'base64'],
  ...over,
})

/** A node of a cluster in the given situation. */
function nodeOf({ lamports = 0, receiver, paid = [], failure = { err: null } }: Situation): AskingSolana {
  const answers: Readonly<Record<string, unknown>> = {
    getMultipleAccounts: { value: [account(lamports), receiver ?? null] },
    getMinimumBalanceForRentExemption: RENT,
    getLatestBlockhash: { value: { blockhash: HASH, lastValidBlockHeight: 150 } },
    getRecentPrioritizationFees: paid.map((prioritizationFee) => ({ slot: 1, prioritizationFee })),
    simulateTransaction: { value: { unitsConsumed: 450, ...failure } },
    getFeeForMessage: { value: null },
  }
  const askNode = async ({ method, params = [] }: { method: string; params?: readonly unknown[] }) => {
    if (method !== 'getMultipleAccounts') return answers[method]
    const { value } = answers.getMultipleAccounts as { value: unknown[] }
    return { value: value.slice(0, (params[0] as string[]).length) }
  }
  return { askNode } as unknown as AskingSolana
}

const { signal } = new AbortController()
const coin = { decimals: 9 }
const planOf = (situation: Situation, amount: bigint): Promise<SolanaPlan> =>
  planSolana(
    { network, from: SOLANA_ADDRESS, to: OTHER_SOLANA_ADDRESS, token: coin, amount },
    nodeOf(situation),
    signal,
  )
const there = { receiver: account(RENT) }

test('whatever the balances, a payment leaves the account empty or with the minimum, and the fee is capped', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 0, max: 10_000_000 }),
      fc.bigInt({ min: 1n, max: 10_000_000n }),
      fc.array(fc.integer({ min: 0, max: 100_000_000 })),
      async (lamports, amount, paid) => {
        const plan = await planOf({ ...there, lamports, paid }, amount)
        const left = BigInt(lamports) - amount - plan.fee
        expect('request' in plan).toBe(left === 0n || left >= BigInt(RENT))
        expect(plan.fee >= 5_000n && plan.fee <= 5_000n + PRIORITY_MAX_LAMPORTS).toBe(true)
      },
    ),
  )
})

test('the most that a visitor can send is accepted, whatever fees others start to pay in the meantime', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 0, max: 2_000_000_000 }),
      fc.array(fc.integer({ min: 0, max: 1_000_000_000 })),
      async (lamports, paid) => {
        const what = { network, from: SOLANA_ADDRESS, token: coin, amount: BigInt(lamports) }
        const most = await mostOfSolana(what, nodeOf({ lamports }), signal)
        expect(most < BigInt(lamports) || lamports === 0).toBe(true)
        if (most > 0n) expect(await planOf({ ...there, lamports, paid }, most)).toHaveProperty('request')
      },
    ),
  )
})

test('the priority fee follows the market up to its cap', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 0n, max: 10n ** 15n }), fc.bigInt({ min: 500n, max: 1_400_000n }), (paid, units) => {
      const price = cappedPrice(paid, units)
      expect(price <= paid && feeFor(price, units) <= 5_000n + PRIORITY_MAX_LAMPORTS).toBe(true)
      // The fee is rounded up, as clusters do.
      expect((feeFor(price, units) - 5_000n) * 1_000_000n >= price * units).toBe(true)
    }),
  )
})

test.each([
  ['the receiver does not exist, and the amount is too small to open an account', {}, BigInt(RENT - 1), 'tooLittle'],
  ['the receiver is a program', { receiver: account(1, { executable: true }) }, 5_000_000n, 'notAWallet'],
  ['the receiver is a token account', { receiver: account(1, { owner: TOKEN_PROGRAM }) }, 5_000_000n, 'notAWallet'],
  ['the balance does not cover the fee', there, 9_996_000n, 'short'],
  ['too little would remain', there, 9_994_999n, 'leavesTooLittle'],
])('nothing is sent if %s', async (_, situation, amount, type) => {
  expect(await planOf({ lamports: 10_000_000, ...situation }, amount)).toMatchObject({ obstacle: { type } })
})

test.each([
  [{ err: { InsufficientFundsForRent: { account_index: 1 } } }, 'Not enough SOL to cover fees or rent'],
  [{ err: 'AccountInUse' }, 'account in use'],
  [
    { err: { InstructionError: [2, { Custom: 1 }] }, logs: ['Transfer: insufficient lamports 1, need 2'] },
    'Not enough SOL to cover this transfer',
  ],
  [
    {
      err: { InstructionError: [2, { Custom: 9 }] },
      logs: ['Program x invoke [1]', 'Program x failed: custom program error: 0x9'],
    },
    'Program x failed: custom program error: 0x9',
  ],
])("a payment that the cluster would refuse fails with the cluster's reason: %j", async (failure, reason) => {
  const error: unknown = await planOf({ ...there, lamports: 10_000_000, failure }, 1_000n).catch((cause) => cause)
  expect(isModalError(error) && [error.code, error.details.reason]).toEqual(['node.refused', reason])
})

test('the transaction has room for one signature, and states the last block in which it is valid', async () => {
  const plan = await planOf({ ...there, lamports: 10_000_000 }, 1_000n)
  if (!('request' in plan)) throw new Error('it cannot be sent')
  const bytes = base64.decode(plan.request.transaction)
  expect([bytes[0], bytes.subarray(1, 65).every((byte) => byte === 0), plan.request.lastValidBlockHeight]).toEqual([
    1,
    true,
    150,
  ])
  expect(bytes.length).toBeLessThanOrEqual(1_232)
})

const sources = fc
  .array(fc.bigInt({ min: 1n, max: 1n << 60n }), { maxLength: 14 })
  .map((amounts) => amounts.map((amount, index) => ({ address: `${index}`, amount })))

test('the amounts taken from several accounts add up to the amount sent, and no account gives more than it has', () => {
  fc.assert(
    fc.property(sources, fc.bigInt({ min: 1n, max: 1n << 63n }), (all, amount) => {
      const taken = takeFrom(all, amount)
      const fullest = all
        .map((one) => one.amount)
        .sort((one, other) => Number(other - one))
        .slice(0, 10)
      expect(taken !== undefined).toBe(fullest.reduce((sum, one) => sum + one, 0n) >= amount)
      if (!taken) return
      expect(taken.reduce((sum, one) => sum + one.amount, 0n)).toBe(amount)
      for (const { address, amount: part } of taken) {
        expect(part > 0n && part <= (all[Number(address)]?.amount ?? 0n)).toBe(true)
      }
    }),
  )
})
