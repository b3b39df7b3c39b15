import { addErrors, isModalError } from '@portico/contracts'
import { actingErrors } from '@portico/contracts/actingErrors'
import {
  ASSOCIATED_TOKEN_PROGRAM,
  associatedAccount,
  COMPUTE_BUDGET_PROGRAM,
  compileMessage,
  type Instruction,
  openAccount,
  SYSTEM_PROGRAM,
  TOKEN_PROGRAM,
  transfer,
  transferChecked,
  unitLimit,
  unitPrice,
  unsigned,
} from '@portico/contracts/solana'
import fc from 'fast-check'
import type { Bill } from '../bill/bill.ts'
import {
  BLOCKHASH,
  MINT,
  mintBill,
  OTHER_MINT,
  SOLANA_PAYER,
  SOLANA_SHOP,
  SOLANA_THIEF,
  solBill,
} from '../testSolana.ts'
import { checkSolanaPayment } from './checkSolanaPayment.ts'

/** Every Solana transaction is checked as the cluster reads it, whatever built it, before any wallet request. */

beforeAll(() => addErrors(actingErrors))

const request = (instructions: readonly Instruction[], payer: string = SOLANA_PAYER) => ({
  namespace: 'solana' as const,
  caipNetworkId: solBill.caipNetworkId,
  from: SOLANA_PAYER,
  transaction: unsigned(compileMessage(payer, BLOCKHASH, instructions)),
  lastValidBlockHeight: 150,
})
const check = (bill: Bill, instructions: readonly Instruction[], payer?: string) =>
  checkSolanaPayment(request(instructions, payer), { bill, account: SOLANA_PAYER })

const owed = BigInt(solBill.amount)
const owedTokens = BigInt(mintBill.amount)
const coins = (over: { from?: string; to?: string; amount?: bigint } = {}) => {
  const { from = SOLANA_PAYER, to = SOLANA_SHOP, amount = owed } = over
  return transfer(from, to, amount)
}
const own = associatedAccount(SOLANA_PAYER, MINT, TOKEN_PROGRAM)
const theirs = associatedAccount(SOLANA_SHOP, MINT, TOKEN_PROGRAM)
const tokens = (over: Partial<Parameters<typeof transferChecked>[0]> = {}) =>
  transferChecked({
    program: TOKEN_PROGRAM,
    source: own,
    mint: MINT,
    destination: theirs,
    owner: SOLANA_PAYER,
    amount: owedTokens,
    decimals: 6,
    ...over,
  })
const opening = (over: Partial<Parameters<typeof openAccount>[0]> = {}) =>
  openAccount({
    payer: SOLANA_PAYER,
    account: theirs,
    owner: SOLANA_SHOP,
    mint: MINT,
    program: TOKEN_PROGRAM,
    ...over,
  })
const withData = (one: Instruction, ...data: number[]): Instruction => ({ ...one, data: Uint8Array.from(data) })

test.each<[string, Bill, readonly Instruction[]]>([
  ['SOL', solBill, [coins()]],
  ['SOL, with a budget', solBill, [unitLimit(500n), unitPrice(20_000_000n), coins()]],
  ['a token', mintBill, [tokens()]],
  [
    'a token from two accounts',
    mintBill,
    [tokens({ amount: 1n }), tokens({ source: SOLANA_THIEF, amount: owedTokens - 1n })],
  ],
  ['a token, to an account opened for it', mintBill, [unitLimit(30_000n), unitPrice(1n), opening(), tokens()]],
])('a payment of %s sends the amount due', (_, bill, instructions) => {
  expect(() => check(bill, instructions)).not.toThrow()
})

test.each<[string, Bill, readonly Instruction[], RegExp]>([
  ['another recipient', solBill, [coins({ to: SOLANA_THIEF })], /someone else would be paid/],
  [
    'another recipient besides the right one',
    solBill,
    [coins(), coins({ to: SOLANA_THIEF, amount: 1n })],
    /someone else/,
  ],
  ['less than is owed', solBill, [coins({ amount: owed - 1n })], /would pay less/],
  ['more than is owed', solBill, [coins({ amount: owed + 1n })], /would pay more than/],
  ['the payment twice', solBill, [coins(), coins()], /would pay more than/],
  ['no payment', solBill, [], /would pay less/],
  ['a token where SOL is owed', solBill, [tokens()], /wouldn’t get SOL/],
  ['SOL where a token is owed', mintBill, [coins()], /wouldn’t get USDC/],
  ['SOL besides the token', mintBill, [tokens(), coins({ amount: 1n })], /wouldn’t get USDC/],
  ['another token', mintBill, [tokens({ mint: OTHER_MINT })], /wouldn’t get USDC/],
  ['the account of someone else', mintBill, [tokens({ destination: SOLANA_THIEF })], /someone else would be paid/],
  [
    'the recipient’s address instead of their token account',
    mintBill,
    [tokens({ destination: SOLANA_SHOP })],
    /someone else/,
  ],
  ['less of the token', mintBill, [tokens({ amount: owedTokens - 1n })], /would pay less/],
  ['other decimals', mintBill, [tokens({ decimals: 9 })], /different decimals/],
  [
    'an account opened for someone else',
    mintBill,
    [opening({ owner: SOLANA_THIEF }), tokens()],
    /an account for someone else/,
  ],
  [
    'an account opened at another address',
    mintBill,
    [opening({ account: SOLANA_THIEF }), tokens()],
    /an account for someone else/,
  ],
  [
    'an account opened for another token',
    mintBill,
    [opening({ mint: OTHER_MINT }), tokens()],
    /an account for someone else/,
  ],
  ['an account opened where SOL is owed', solBill, [opening(), coins()], /an account for someone else/],
  [
    'an account opened by another program',
    mintBill,
    [opening({ program: SYSTEM_PROGRAM }), tokens()],
    /an account for someone/,
  ],
  [
    'a high priority fee',
    solBill,
    [unitLimit(500n), unitPrice(20_000_001n), coins()],
    /the priority fee is far higher/,
  ],
  ['a priority fee without a compute limit', solBill, [unitPrice(7_143n), coins()], /the priority fee is far higher/],
  [
    'a request for heap memory',
    solBill,
    [withData(unitLimit(1n), 1, 0, 0, 1, 0), coins()],
    /we can’t tell what the payment does/,
  ],
  [
    'an approval of the token',
    mintBill,
    [withData(tokens(), 13, ...new Array(8).fill(255), 6)],
    /we can’t tell what the payment does/,
  ],
  [
    'a transfer that does not name its token',
    mintBill,
    [withData(tokens(), 3, ...new Array(8).fill(1))],
    /we can’t tell what the payment does/,
  ],
  [
    'a change of the account’s owner',
    solBill,
    [withData(coins(), 1, 0, 0, 0), coins()],
    /we can’t tell what the payment does/,
  ],
  ['an unknown program', solBill, [coins(), { ...coins(), program: SOLANA_THIEF }], /an unknown program/],
])('with %s no wallet request is made, and the difference is named', (_, bill, instructions, difference) => {
  expect(() => check(bill, instructions)).toThrow(/^Nothing was sent: /)
  expect(() => check(bill, instructions)).toThrow(difference)
})

test('a transaction that needs another signer or payer is refused', () => {
  const message = compileMessage(SOLANA_PAYER, BLOCKHASH, [coins(), coins({ from: SOLANA_THIEF })])
  const beside = Buffer.from([2, ...new Uint8Array(2 * 64), ...message]).toString('base64')
  const proposed = { ...request([coins()]), transaction: beside }
  expect(() => checkSolanaPayment(proposed, { bill: solBill, account: SOLANA_PAYER })).toThrow(/have to sign it/)
  expect(() => check(solBill, [coins({ from: SOLANA_THIEF })], SOLANA_THIEF)).toThrow(
    /someone else would have to sign it/,
  )
})

test('an invalid transaction is not signed', () => {
  const broken = { ...request([coins()]), transaction: Buffer.from('nonsense').toString('base64') }
  expect(() => checkSolanaPayment(broken, { bill: solBill, account: SOLANA_PAYER })).toThrow(/we can’t tell what you’d/)
})

test('whatever is built, an accepted transaction pays the shop exactly what is due, and no one else', () => {
  const someone = fc.constantFrom(SOLANA_SHOP, SOLANA_THIEF, SOLANA_PAYER)
  const sum = fc.oneof(fc.constantFrom(owed, owed / 2n, 0n), fc.bigInt({ min: 0n, max: (1n << 64n) - 1n }))
  const instruction = fc.oneof(
    { weight: 3, arbitrary: fc.constant(coins()) },
    fc.record({ from: someone, to: someone, amount: sum }).map(coins),
    fc.bigInt({ min: 0n, max: 2_000_000n }).map(unitLimit),
    fc.bigInt({ min: 0n, max: 1n << 40n }).map(unitPrice),
    fc.constantFrom(tokens(), opening()),
    fc
      .record({
        program: fc.constantFrom(SYSTEM_PROGRAM, COMPUTE_BUDGET_PROGRAM, ASSOCIATED_TOKEN_PROGRAM, SOLANA_THIEF),
        data: fc.uint8Array({ maxLength: 20 }),
      })
      .map((one): Instruction => ({ ...coins(), ...one })),
  )
  let taken = 0
  fc.assert(
    fc.property(fc.array(instruction, { maxLength: 4 }), (instructions) => {
      try {
        check(solBill, instructions)
      } catch (error) {
        expect(isModalError(error) && error.code).toBe('transaction.unexpected')
        return
      }
      taken++
      const moving = instructions.filter(({ program }) => program === SYSTEM_PROGRAM)
      expect(moving.every(({ accounts }) => accounts[1]?.address === SOLANA_SHOP)).toBe(true)
      const paid = moving.reduce(
        (all, { data }) => all + new DataView(data.buffer, data.byteOffset).getBigUint64(4, true),
        0n,
      )
      expect(paid).toBe(owed)
      expect(instructions.every(({ program }) => [SYSTEM_PROGRAM, COMPUTE_BUDGET_PROGRAM].includes(program))).toBe(true)
    }),
    { numRuns: 300 },
  )
  expect(taken).toBeGreaterThan(0)
})
