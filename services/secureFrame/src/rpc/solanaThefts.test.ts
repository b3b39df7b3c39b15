/** @jest-environment jsdom */
import { base58 } from '@scure/base'
import { openRpc, settle, shown } from './testing/openRpc.ts'
import { createTestWallet } from './testing/testWallet.ts'

/** A page requests signatures for Solana transactions that take the visitor's assets without naming an amount. */

const SOLANA = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'
const TOKEN = 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA'
const SYSTEM = '11111111111111111111111111111111'
const keyOf = (byte: number) => base58.encode(new Uint8Array(32).fill(byte))
const ME = createTestWallet().account.solana
const [MINT, WALLET, THIEF, PROGRAM] = [keyOf(5), keyOf(6), keyOf(10), keyOf(8)]

beforeEach(() => jest.useFakeTimers())
afterEach(() => jest.useRealTimers())

type Instruction = readonly [program: string, accounts: readonly string[], data: readonly number[]]

/** All accounts are writable; only the payer signs. */
function transaction(payer: string, instructions: readonly Instruction[]): string {
  const named = instructions.flatMap(([program, accounts]) => [...accounts, program])
  const keys = [...new Set([payer, ...named])]
  const message = [
    ...[1, 0, 0],
    ...[keys.length, ...keys.flatMap((key) => [...base58.decode(key)])],
    ...new Array<number>(32).fill(9),
    instructions.length,
    ...instructions.flatMap(([program, accounts, data]) => [
      keys.indexOf(program),
      ...[accounts.length, ...accounts.map((account) => keys.indexOf(account))],
      ...[data.length, ...data],
    ]),
  ]
  return base58.encode(Uint8Array.from([1, ...new Uint8Array(64), ...message]))
}

/** A node's answer for an account. */
const state = (lamports: number, owner = SYSTEM, data: readonly number[] = []) => ({
  lamports,
  owner,
  data: [Buffer.from(data).toString('base64'), 'base64'],
})
const u64 = (value: number) => [...new Uint8Array(BigUint64Array.of(BigInt(value)).buffer)]
const bytes = (key: string) => [...base58.decode(key)]
const none = new Array<number>(36).fill(0)
const tokens = (owner: string, amount: number, delegate?: string) =>
  state(2_039_280, TOKEN, [
    ...bytes(MINT),
    ...bytes(owner),
    ...u64(amount),
    ...(delegate ? [1, 0, 0, 0, ...bytes(delegate)] : none),
    ...[1, 0, 0, 0, 0],
    ...u64(0),
    ...u64(delegate ? amount : 0),
    ...none,
  ])
/** A mint with six decimals. */
const mint = state(1, TOKEN, [...new Array<number>(44).fill(0), 6, ...new Array<number>(37).fill(0)])

type States = Readonly<Record<string, object>>

/** Shows a page's request on a network that has the accounts `before` and, after the request, `after`. */
async function see(instructions: readonly Instruction[], before: States = {}, after: States = before) {
  const opened = openRpc({
    network: SOLANA,
    answers: {
      getFeeForMessage: { value: 5_000 },
      getAccountInfo: ([address]: [string]) => ({ value: address === MINT ? mint : null }),
      getMultipleAccounts: ([addresses]: [string[]]) => ({ value: addresses.map((one) => before[one] ?? null) }),
      simulateTransaction: ([, { accounts }]: [string, { accounts?: { addresses: string[] } }]) => ({
        value: { err: null, accounts: accounts?.addresses.map((one) => after[one] ?? null) ?? null },
      }),
    },
  })
  const answer = opened.ask('solana_signTransaction', { transaction: transaction(ME, instructions) })
  const screen = await shown(opened)
  await settle()
  opened.sight.see()
  await jest.advanceTimersByTimeAsync(500)
  const all = (selector: string) => [...screen.querySelectorAll(selector)].map(({ textContent }) => textContent ?? '')
  const said = {
    changes: all('.approval-changes li').map((text) => text.replace(MINT, '').trim()),
    grants: all('.approval-grants li').join(),
    dangers: all('.approval-danger').join(' '),
    outcome: all('.approval-outcome').join(),
    isLoud: opened.find('approve')?.className.includes('loud'),
  }
  opened.reject()
  await answer
  return said
}

const unknown: Instruction = [PROGRAM, [ME, WALLET, THIEF], [1]]
const before = { [ME]: state(5_000_000_000), [WALLET]: tokens(ME, 7_000_000) }

test('a loss to an unknown program is listed, and Approve is not highlighted', async () => {
  const said = await see([unknown], before, { [ME]: state(1_000_000_000), [WALLET]: tokens(ME, 0) })
  expect(said.changes).toEqual(['− 4 SOL', '− 7'])
  expect(said.dangers).toContain('This program acts with your signature.')
  expect(said.isLoud).toBe(false)
})

test('an unknown program shows a warning even if nothing changes: it may act differently after the simulation', async () => {
  const said = await see([unknown], before)
  expect([said.changes, said.isLoud]).toEqual([[], false])
  expect(said.dangers).toContain('It can take what’s in your account')
})

test('the screen names an account that an unknown program gives to someone else', async () => {
  const said = await see([unknown], before, { ...before, [WALLET]: tokens(THIEF, 7_000_000) })
  expect([said.changes, said.isLoud]).toEqual([['− 7'], false])
  expect(said.dangers).toContain('Someone else gets control of your account')
  expect(said.dangers.replaceAll(/\s/g, '')).toContain(WALLET)
})

test('the screen names an address that can take tokens after an unknown program has run', async () => {
  const said = await see([unknown], before, { ...before, [WALLET]: tokens(ME, 7_000_000, THIEF) })
  expect(said.grants).toContain('can take up to 7')
  expect(said.grants.replaceAll(/\s/g, '')).toContain(THIEF)
})

test('if a stake changes, the screen says that more may change than is listed', async () => {
  const stake = (lamports: number) => state(lamports, PROGRAM, [1, 2, ...bytes(ME), 3])
  const said = await see([unknown], { ...before, [WALLET]: stake(9) }, { ...before, [WALLET]: stake(1) })
  expect(said.outcome).toContain('More may change than is listed here.')
})

test.each<[string, readonly Instruction[], string]>([
  [
    'a payment that never expires',
    [
      [SYSTEM, [WALLET, THIEF, ME], [4, 0, 0, 0]],
      [SYSTEM, [ME, THIEF], [2, 0, 0, 0, ...u64(1)]],
    ],
    'This transaction does not expire.',
  ],
  ['an account that gets another owner', [[TOKEN, [WALLET, ME], [6, 2, 1, ...bytes(THIEF)]]], 'can take everything'],
  [
    'an allowance for someone else',
    [[TOKEN, [WALLET, THIEF, ME], [4, ...u64(5)]]],
    'someone else can take these tokens',
  ],
  ['an account closed in favor of someone else', [[TOKEN, [WALLET, THIEF, ME], [9]]], 'goes to someone else'],
])('%s is shown as a danger, and Approve is not highlighted', async (_, instructions, words) => {
  const { dangers, isLoud } = await see(instructions, before)
  expect([dangers.includes(words), isLoud]).toEqual([true, false])
})

test('a plain payment is shown with its changes, and Approve is highlighted as usual', async () => {
  const said = await see([[SYSTEM, [ME, THIEF], [2, 0, 0, 0, ...u64(1_000_000_000)]]], before, {
    ...before,
    [ME]: state(3_999_995_000),
  })
  expect([said.changes, said.dangers, said.isLoud]).toEqual([['− 1.000005 SOL'], '', true])
})
