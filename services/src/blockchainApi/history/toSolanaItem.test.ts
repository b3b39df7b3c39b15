import { parse } from 'valibot'
import { createTokenDirectory } from '../tokenDirectory.ts'
import fixture from './fixtures/solanaTransaction.json' with { type: 'json' }
import { SolanaTransaction } from './solanaAnswers.ts'
import { toSolanaItem } from './toSolanaItem.ts'

const SOLANA = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'
const [ME = '', MINE = '', THEIRS = '', YOU = ''] = fixture.result.transaction.message.accountKeys.map(
  ({ pubkey }) => pubkey,
)
const PROGRAM = 'JUP6LkbZbjS1jKKwapdHNy74zcZ3tLUZoi5QNyVTaV4'
const UNKNOWN_MINT = 'DezXAZ8z7PnrnRJjz3wXBoRgixCa6xjnB263wYqzB263'
const USDC = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v'
const directory = createTokenDirectory()
const signature = { signature: 's', slot: 1, err: null, blockTime: 1_755_000_000 }

interface Balance {
  readonly owner: string
  readonly mint?: string
  readonly amount: bigint
}
interface Case {
  /** The balances of ME and YOU, each before and after. ME pays the fee. */
  readonly coins?: readonly [me: readonly [number, number], you: readonly [number, number]]
  readonly before?: readonly Balance[]
  readonly after?: readonly Balance[]
  readonly instructions?: readonly unknown[]
  /** The deposit for the token account of ME, if the transaction created the account. */
  readonly deposit?: number
}

const FEE = 5_000
const KEYS = [ME, YOU, MINE, THEIRS, PROGRAM]

function transaction({
  coins = [
    [FEE, 0],
    [0, 0],
  ],
  before = [],
  after = [],
  instructions,
  deposit,
}: Case) {
  const balances = (list: readonly Balance[]) =>
    list.map(({ owner, mint = USDC, amount }) => ({
      accountIndex: owner === ME ? 2 : 3,
      mint,
      owner,
      uiTokenAmount: { amount: String(amount), decimals: 6 },
    }))
  return parse(SolanaTransaction, {
    transaction: {
      message: {
        accountKeys: KEYS.map((pubkey, index) => ({ pubkey, signer: index === 0 })),
        instructions: instructions ?? [{ programId: PROGRAM, accounts: [], data: '' }],
      },
    },
    meta: {
      err: null,
      fee: FEE,
      preBalances: [coins[0][0], coins[1][0], deposit ? 0 : 1, 1, 1],
      postBalances: [coins[0][1], coins[1][1], deposit ?? 1, 1, 1],
      preTokenBalances: balances(before),
      postTokenBalances: balances(after),
      innerInstructions: [],
    },
  })
}

const itemOf = (what: Case, address = ME, err: unknown = null) =>
  toSolanaItem({ ...signature, err }, transaction(what), address, SOLANA, directory)

const system = (type: string, info: object) => ({
  program: 'system',
  programId: '1'.repeat(32),
  parsed: { type, info },
})
const spl = (type: string, info: object) => ({ program: 'spl-token', programId: PROGRAM, parsed: { type, info } })
const payment = system('transfer', { source: ME, destination: YOU, lamports: 1_000 })

test('a coin transfer shows both parties, and the amount without the fee', () => {
  const what: Case = {
    coins: [
      [10_000, 4_000],
      [0, 1_000],
    ],
    instructions: [payment],
  }
  const transfer = { fungible_info: { symbol: 'SOL' }, quantity: { numeric: '0.000001' } }
  expect(itemOf(what)).toMatchObject({
    metadata: { operationType: 'send', sentFrom: ME, sentTo: YOU },
    transfers: [{ ...transfer, direction: 'out' }],
  })
  expect(itemOf(what, YOU)).toMatchObject({
    metadata: { operationType: 'receive', sentFrom: ME, sentTo: YOU },
    transfers: [{ ...transfer, direction: 'in' }],
  })
})

test('a swap by a program shows the paid and the received asset', () => {
  const what: Case = {
    coins: [
      [2_000_000, 995_000],
      [0, 0],
    ],
    after: [{ owner: ME, amount: 3_000_000n }],
  }
  expect(itemOf(what)).toMatchObject({
    metadata: { operationType: 'trade', sentFrom: ME, sentTo: PROGRAM },
    transfers: [
      { fungible_info: { symbol: 'USDC' }, direction: 'in', quantity: { numeric: '3' } },
      { fungible_info: { symbol: 'SOL' }, direction: 'out', quantity: { numeric: '0.001' } },
    ],
  })
})

test('a deposit for a new token account is shown, but does not turn a received token into a trade', () => {
  const deposit = 2_039_280
  const what: Case = {
    coins: [
      [deposit + FEE, 0],
      [0, 0],
    ],
    deposit,
    after: [{ owner: ME, amount: 3_000_000n }],
  }
  expect(itemOf(what)).toMatchObject({
    metadata: { operationType: 'receive', sentTo: ME },
    transfers: [
      { fungible_info: { symbol: 'USDC' }, direction: 'in' },
      { fungible_info: { symbol: 'SOL' }, direction: 'out', quantity: { numeric: '0.00203928' } },
    ],
  })
  expect(itemOf({ ...what, after: [{ owner: ME, amount: 0n }] }).metadata).toMatchObject({
    operationType: 'deploy',
    sentTo: MINE,
  })
})

test('a token that a program moves without a transfer instruction is shown with the other party', () => {
  const what: Case = {
    before: [{ owner: YOU, amount: 9n }],
    after: [
      { owner: YOU, amount: 2n },
      { owner: ME, amount: 7n },
    ],
  }
  expect(itemOf(what).metadata).toMatchObject({ operationType: 'receive', sentFrom: YOU, sentTo: ME })
  expect(itemOf(what, YOU).metadata).toMatchObject({ operationType: 'send', sentFrom: YOU, sentTo: ME })
})

test('a token that is not in the directory is shown without a name', () => {
  const [transfer] = itemOf({ after: [{ owner: ME, mint: UNKNOWN_MINT, amount: 1n }] }).transfers ?? []
  expect(transfer).toEqual({ fungible_info: {}, direction: 'in', quantity: { numeric: '0.000001' } })
})

test.each<[string, Case, string]>([
  ['a minted token', { after: [{ owner: ME, amount: 1n }], instructions: [spl('mintTo', { account: MINE })] }, 'mint'],
  [
    'a burnt token',
    { before: [{ owner: ME, amount: 1n }], instructions: [spl('burnChecked', { account: MINE })] },
    'burn',
  ],
  ['an allowance', { instructions: [spl('approve', { source: MINE, delegate: YOU })] }, 'approve'],
  ['a revoked allowance', { instructions: [spl('revoke', { source: MINE })] }, 'approve'],
  ['an unknown instruction', {}, 'execute'],
])('%s is shown as the right operation', (_, what, operation) => {
  expect(itemOf(what).metadata.operationType).toBe(operation)
})

test('a transfer between two of the owner’s token accounts is shown as sent to oneself', () => {
  const move = spl('transferChecked', { source: MINE, destination: MINE, tokenAmount: { amount: '1500000' } })
  const owned: Balance[] = [{ owner: ME, amount: 2_000_000n }]
  expect(itemOf({ before: owned, after: owned, instructions: [move] })).toMatchObject({
    metadata: { operationType: 'send', sentFrom: ME, sentTo: ME },
    transfers: [{ fungible_info: { symbol: 'USDC' }, direction: 'self', quantity: { numeric: '1.5' } }],
  })
})

test('a failed transaction shows the intended operation and no transfers', () => {
  const err = { InstructionError: [0, { Custom: 1 }] }
  expect(itemOf({ instructions: [payment] }, ME, err)).toMatchObject({
    metadata: { operationType: 'send', status: 'failed', sentFrom: ME, sentTo: YOU },
    transfers: [],
  })
  expect(itemOf({}, ME, err)).toMatchObject({ metadata: { operationType: 'execute', status: 'failed' }, transfers: [] })
})
