import { encodeBase58 } from '../../src/chains/bytes.ts'
import type { PreviewContext } from '../context.ts'
import { describeRequest } from '../describeRequest.ts'
import { isOdd } from '../shown/odd.ts'
import { everyPart, shown } from '../testing/evmRequests.ts'
import { keyOf, messageBytes, type TestInstruction, transactionBytes, u32, u64 } from '../testing/solanaTransactions.ts'

const SYSTEM = '11111111111111111111111111111111'
const TOKEN = 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA'
const TOKEN_2022 = 'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb'
const ASSOCIATED = 'ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL'
const MEMO = 'MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr'
const COMPUTE = 'ComputeBudget111111111111111111111111111111'
const USDC = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v'
const [ACCOUNT, FRIEND, MINE, THEIRS, UNKNOWN] = [1, 2, 3, 4, 5].map(keyOf) as [string, string, string, string, string]
const TABLE = keyOf(9)

const CONTEXT: PreviewContext = {
  caipNetworkId: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
  account: ACCOUNT,
  native: { symbol: 'SOL', decimals: 9 },
  tokens: { [USDC]: { standard: 'fungible', symbol: 'USDC', decimals: 6 } },
}

const sign = (bytes: Uint8Array, context = CONTEXT) =>
  describeRequest({ method: 'solana_signTransaction', params: { transaction: encodeBase58(bytes) } }, context)
const signed = (...instructions: TestInstruction[]) => sign(transactionBytes({ payer: ACCOUNT, instructions }))

const LAMPORTS_MAX = (1n << 64n) - 1n
const transfer = (to: string, lamports: bigint): TestInstruction => ({
  program: SYSTEM,
  accounts: [ACCOUNT, to],
  data: [...u32(2), ...u64(lamports)],
})
const token = (data: readonly number[], accounts: readonly (string | number)[], program = TOKEN): TestInstruction => ({
  program,
  accounts,
  data,
})
const keyBytes = (byte: number) => new Array<number>(32).fill(byte)

test('the test transaction that Solana libraries use is a payment', () => {
  const bytes = Buffer.from(
    'AVuErQHaXv0SG0/PchunfxHKt8wMRfMZzqV0tkC5qO6owYxWU2v871AoWywGoFQr4z+q/7mE8lIufNl/kxj+nQ0BAAEDE5j2LG0aRXxRumpLXz29L2n8qTIWIY3ImX5Ba9F9k8r9Q5/Mtmcn8onFxt47xKj+XdXXd3C8j/FcPu7csUrz/AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAxJrndgN4IFTxep3s6kO0ROug7bEsbx0xxuDkqEvwUusBAgIAAQwCAAAAMQAAAAAAAAA=',
    'base64',
  )
  const payer = encodeBase58(bytes.subarray(69, 101))
  const description = sign(bytes, { ...CONTEXT, account: payer })
  expect([description.kind, ...shown(description)]).toEqual([
    'nativeTransfer',
    'amount 49/9 SOL',
    'receiver J3dxNj7nDRRqRRXuEMynDG57DkZK4jYRuv3Garmb1i99',
    `from ${payer}`,
  ])
})

test.each<[string, TestInstruction, string, string[]]>([
  [
    'a payment of the largest amount',
    transfer(FRIEND, LAMPORTS_MAX),
    'nativeTransfer',
    [`amount ${LAMPORTS_MAX}/9 SOL`, `receiver ${FRIEND}`, `from ${ACCOUNT}`],
  ],
  [
    'a payment from an account with a seed',
    {
      program: SYSTEM,
      accounts: [MINE, ACCOUNT, FRIEND],
      data: [...u32(11), ...u64(5n), ...u64(2n), 104, 105, ...keyBytes(0)],
    },
    'nativeTransfer',
    ['amount 5/9 SOL', `receiver ${FRIEND}`, `!from ${MINE}`],
  ],
  [
    'a new account',
    { program: SYSTEM, accounts: [ACCOUNT, MINE], data: [...u32(0), ...u64(5n), ...u64(165n), ...keyBytes(5)] },
    'accountCreation',
    ['deposit 5/9 SOL', `newAccount ${MINE}`, `program ${UNKNOWN}`, `from ${ACCOUNT}`],
  ],
  [
    'a new account with a seed',
    {
      program: SYSTEM,
      accounts: [ACCOUNT, MINE],
      data: [...u32(3), ...keyBytes(1), ...u64(1n), 104, ...u64(5n), ...u64(165n), ...keyBytes(5)],
    },
    'accountCreation',
    ['deposit 5/9 SOL', `newAccount ${MINE}`, `program ${UNKNOWN}`, `from ${ACCOUNT}`],
  ],
  [
    'an account that is assigned to another program',
    { program: SYSTEM, accounts: [ACCOUNT], data: [...u32(1), ...keyBytes(5)] },
    'authorityChange',
    ['!accountHandedOver', `account ${ACCOUNT}`, `program ${UNKNOWN}`],
  ],
  [
    'a token transfer that names its token',
    token([12, ...u64(7n), 6], [MINE, USDC, THEIRS, ACCOUNT]),
    'tokenTransfer',
    ['amount 7/6 USDC', `token ${USDC}`, `fromTokenAccount ${MINE}`, `toTokenAccount ${THEIRS}`, `from ${ACCOUNT}`],
  ],
  [
    'a Token-2022 transfer',
    token([12, ...u64(7n), 6], [MINE, USDC, THEIRS, ACCOUNT], TOKEN_2022),
    'tokenTransfer',
    ['amount 7/6 USDC', `token ${USDC}`, `fromTokenAccount ${MINE}`, `toTokenAccount ${THEIRS}`, `from ${ACCOUNT}`],
  ],
  [
    'a token transfer with a fee',
    token([26, 1, ...u64(700n), 6, ...u64(7n)], [MINE, USDC, THEIRS, ACCOUNT], TOKEN_2022),
    'tokenTransfer',
    [
      'amount 700/6 USDC',
      `token ${USDC}`,
      `fromTokenAccount ${MINE}`,
      `toTokenAccount ${THEIRS}`,
      `from ${ACCOUNT}`,
      'tokenFee 7/6 USDC',
    ],
  ],
  [
    'a token transfer that does not name its token',
    token([3, ...u64(7n)], [MINE, THEIRS, ACCOUNT]),
    'tokenTransfer',
    ['amount 7', '!tokenNotSaid', `fromTokenAccount ${MINE}`, `toTokenAccount ${THEIRS}`, `from ${ACCOUNT}`],
  ],
  [
    'an allowance',
    token([13, ...u64(7n), 6], [MINE, USDC, FRIEND, ACCOUNT]),
    'approval',
    [
      'allowance 7/6 USDC',
      '!delegateAllowed',
      `token ${USDC}`,
      `fromTokenAccount ${MINE}`,
      `spender ${FRIEND}`,
      `from ${ACCOUNT}`,
    ],
  ],
  [
    'an unlimited allowance',
    token([4, ...u64(LAMPORTS_MAX)], [MINE, FRIEND, ACCOUNT]),
    'approval',
    [
      `!unlimitedAllowance ${LAMPORTS_MAX}`,
      '!delegateAllowed',
      '!tokenNotSaid',
      `fromTokenAccount ${MINE}`,
      `spender ${FRIEND}`,
      `from ${ACCOUNT}`,
    ],
  ],
  ['a revoked allowance', token([5], [MINE, ACCOUNT]), 'revoke', [`fromTokenAccount ${MINE}`, `from ${ACCOUNT}`]],
  [
    'a changed authority',
    token([6, 2, 1, ...keyBytes(2)], [MINE, ACCOUNT]),
    'authorityChange',
    ['!accountHandedOver', `account ${MINE}`, 'authorityType 2', `newAuthority ${FRIEND}`],
  ],
  [
    'a removed authority',
    token([6, 0, 0], [MINE, ACCOUNT]),
    'authorityChange',
    ['!accountHandedOver', `account ${MINE}`, 'authorityType 0', '!noAuthority'],
  ],
  [
    'a closed token account',
    token([9], [MINE, FRIEND, ACCOUNT]),
    'accountClosing',
    ['!closedForOther', `fromTokenAccount ${MINE}`, `!receiver ${FRIEND}`, `from ${ACCOUNT}`],
  ],
  [
    'a new token account for another owner',
    token([1], [ACCOUNT, THEIRS, FRIEND, USDC, SYSTEM, TOKEN], ASSOCIATED),
    'accountCreation',
    [`newAccount ${THEIRS}`, `accountOwner ${FRIEND}`, `token ${USDC}`],
  ],
  ['a memo', token([...Buffer.from('hi \u202e')], [], MEMO), 'memo', ['!memo hi ⟨U+202E⟩']],
  [
    'an unknown program',
    { program: UNKNOWN, accounts: [ACCOUNT], data: [1, 2, 3] },
    'unknownInstruction',
    ['!unknownInstruction', '!programMayTake', `program ${UNKNOWN}`, '!unknownContract'],
  ],
  [
    'a token that its issuer can take from any account',
    token([35, ...keyBytes(5)], [USDC], TOKEN_2022),
    'authorityChange',
    ['!permanentDelegate', `token ${USDC}`, `newAuthority ${UNKNOWN}`],
  ],
  [
    'a token whose transfers run a program',
    token([36, 0, ...keyBytes(2), ...keyBytes(5)], [USDC], TOKEN_2022),
    'authorityChange',
    ['!transferHook', `token ${USDC}`, `program ${UNKNOWN}`],
  ],
])('%s', (_, instruction, kind, lines) => {
  const description = signed(instruction)
  expect([description.kind, ...shown(description)]).toEqual([kind, ...lines])
})

test.each<[string, TestInstruction]>([
  ['a transfer with a trailing byte', { ...transfer(FRIEND, 1n), data: [...u32(2), ...u64(1n), 0] }],
  ['a truncated transfer', { ...transfer(FRIEND, 1n), data: [...u32(2), ...u64(1n).slice(1)] }],
  ['a transfer without a receiver', { ...transfer(FRIEND, 1n), accounts: [ACCOUNT] }],
  [
    'a seed that is longer than the data',
    {
      program: SYSTEM,
      accounts: [MINE, ACCOUNT, FRIEND],
      data: [...u32(11), ...u64(5n), ...u64(LAMPORTS_MAX), ...keyBytes(0)],
    },
  ],
  ['a token transfer with a missing byte', token([12, ...u64(7n)], [MINE, USDC, THEIRS, ACCOUNT])],
  ['a token transfer with a missing account', token([12, ...u64(7n), 6], [MINE, USDC, THEIRS])],
  [
    'a fee in the original token program, which has no fees',
    token([26, 1, ...u64(7n), 6, ...u64(7n)], [MINE, USDC, THEIRS, ACCOUNT]),
  ],
  ['a token account of an unknown program', token([1], [ACCOUNT, THEIRS, FRIEND, USDC, SYSTEM, UNKNOWN], ASSOCIATED)],
  ['a memo that is not text', token([0xff], [], MEMO)],
  ['an instruction without data', token([], [MINE, THEIRS, ACCOUNT])],
  ['a transfer by another program', { ...transfer(FRIEND, 1n), program: UNKNOWN }],
])('%s is unknown', (_, instruction) => {
  expect(signed(instruction).kind).toBe('unknownInstruction')
})

/** Replaces the blockhash by the value of a nonce account. */
const advanceNonce: TestInstruction = { program: SYSTEM, accounts: [MINE, FRIEND, ACCOUNT], data: u32(4) }

test.each<[string, readonly TestInstruction[], boolean]>([
  ['a payment', [transfer(FRIEND, 1n)], false],
  ['a payment that never expires', [advanceNonce, transfer(FRIEND, 1n)], true],
  [
    'an unknown program with the signature and a writable account',
    [{ program: UNKNOWN, accounts: [ACCOUNT, MINE], data: [1] }],
    true,
  ],
  ['an unknown program without the signature', [{ program: UNKNOWN, accounts: [MINE], data: [1] }], false],
  ['a burn of tokens', [token([8, ...u64(7n)], [MINE, USDC, ACCOUNT])], true],
  ['a new owner of a token account', [token([6, 2, 1, ...keyBytes(2)], [MINE, ACCOUNT])], true],
  ['an allowance for tokens', [token([4, ...u64(7n)], [MINE, FRIEND, ACCOUNT])], true],
  ['a closed account', [token([9], [MINE, ACCOUNT, ACCOUNT])], false],
  ['a closed account whose funds go to another account', [token([9], [MINE, FRIEND, ACCOUNT])], true],
  [
    'an allowance among several instructions',
    [transfer(FRIEND, 1n), token([4, ...u64(7n)], [MINE, FRIEND, ACCOUNT])],
    true,
  ],
])('whether %s is odd', (_, instructions, expected) => {
  expect(isOdd(signed(...instructions))).toBe(expected)
})

test('a transaction that never expires shows a warning in addition to what it does', () => {
  const description = signed(advanceNonce, transfer(FRIEND, 1n))
  expect([description.kind, ...shown(description)]).toEqual([
    'nativeTransfer',
    'amount 1/9 SOL',
    `receiver ${FRIEND}`,
    `from ${ACCOUNT}`,
    '!durableNonce',
    `nonceAccount ${MINE}`,
  ])
})

test("an issuer's powers are shown wherever its token is shown", () => {
  const tokens = {
    [USDC]: { standard: 'fungible', decimals: 6, issuerPowers: ['permanentDelegate', 'transferHook'] },
  } as const
  const bytes = transactionBytes({
    payer: ACCOUNT,
    instructions: [token([12, ...u64(7n), 6], [MINE, USDC, THEIRS, ACCOUNT], TOKEN_2022)],
  })
  const description = sign(bytes, { ...CONTEXT, tokens })
  expect(shown(description).slice(1, 4)).toEqual([`token ${USDC}`, '!permanentDelegate', '!transferHook'])
  expect(isOdd(description)).toBe(true)
})

test('several instructions are listed one by one, apart from the fee', () => {
  const description = signed(
    { program: COMPUTE, accounts: [], data: [2, ...u32(200_000)] },
    { program: COMPUTE, accounts: [], data: [3, ...u64(5_000n)] },
    transfer(FRIEND, 1n),
    { program: UNKNOWN, accounts: [], data: [] },
  )
  expect(everyPart(description).map(({ kind }) => kind)).toEqual(['batch', 'nativeTransfer', 'unknownInstruction'])
  expect(shown(description)).toEqual(['computeUnits 200000', 'unitPrice 5000'])
})

test('several transactions are listed one by one', () => {
  const transactions = [1n, 2n].map((lamports) =>
    encodeBase58(transactionBytes({ payer: ACCOUNT, instructions: [transfer(FRIEND, lamports)] })),
  )
  const description = describeRequest({ method: 'solana_signAllTransactions', params: { transactions } }, CONTEXT)
  expect(description.kind).toBe('batch')
  expect(description.parts?.map((part) => shown(part)[0])).toEqual(['amount 1/9 SOL', 'amount 2/9 SOL'])
  const broken = { transactions: [...transactions, '111'] }
  expect(describeRequest({ method: 'solana_signAllTransactions', params: broken }, CONTEXT).kind).toBe('unknownRequest')
})

test('an account from a lookup table is shown by its address, or marked as unresolved if the table is missing', () => {
  const bytes = transactionBytes({
    payer: ACCOUNT,
    instructions: [{ ...transfer(FRIEND, 1n), accounts: [ACCOUNT, 1] }],
    tables: [{ table: TABLE, writable: [4], readonly: [6] }],
  })
  expect(shown(sign(bytes))[1]).toBe(`!receiver ${TABLE}#6`)
  const entries = Array.from({ length: 7 }, (_, index) => keyOf(100 + index))
  expect(shown(sign(bytes, { ...CONTEXT, lookupTables: { [TABLE]: entries } }))[1]).toBe(`receiver ${keyOf(106)}`)
})

test('a different fee payer, and an account with nothing to sign, are shown', () => {
  const bytes = transactionBytes({ payer: FRIEND, instructions: [{ ...transfer(MINE, 1n), accounts: [FRIEND, MINE] }] })
  expect(shown(sign(bytes)).slice(2)).toEqual([`!from ${FRIEND}`, `feePayer ${FRIEND}`, '!notYours'])
})

test('bytes that are not exactly one transaction are unreadable', () => {
  const bytes = transactionBytes({ payer: ACCOUNT, instructions: [transfer(FRIEND, 1n)] })
  expect(sign(bytes).kind).toBe('nativeTransfer')
  for (const odd of [
    bytes.subarray(0, -1),
    Uint8Array.from([...bytes, 0]),
    Uint8Array.from([0, ...bytes.subarray(65)]),
    Uint8Array.from([0x81, 0, ...bytes.subarray(1)]),
    Uint8Array.from([...bytes.subarray(0, 65), 0x81, ...bytes.subarray(65)]),
    new Uint8Array(),
  ]) {
    expect(sign(odd).kind).toBe('unknownRequest')
  }
})

test('a message is text, and the bytes of a transaction are not a message', () => {
  const message = (bytes: Uint8Array, pubkey = ACCOUNT) =>
    describeRequest({ method: 'solana_signMessage', params: { message: encodeBase58(bytes), pubkey } }, CONTEXT)
  const text = new TextEncoder().encode('Hello')
  expect([message(text).kind, ...shown(message(text))]).toEqual(['message', 'message Hello'])
  expect(shown(message(text, FRIEND))).toEqual(['message Hello', `!otherAccount ${FRIEND}`])
  expect(shown(message(Uint8Array.of(0xff, 0)))).toEqual(['!messageIsBytes', '!message 0xff00'])
  const transaction = messageBytes({ payer: ACCOUNT, instructions: [transfer(FRIEND, 1n)] })
  expect(message(transaction).kind).toBe('unknownRequest')
})

describe('a Jupiter swap', () => {
  const JUPITER = 'JUP6LkbZbjS1jKKwapdHNy74zcZ3tLUZoi5QNyVTaV4'
  const WRAPPED = 'So11111111111111111111111111111111111111112'
  const ROUTE = [0xbb, 0x64, 0xfa, 0xcc, 0x31, 0xc4, 0xaf, 0x14]
  const SHARED = [0xd1, 0x98, 0x53, 0x93, 0x7c, 0xfe, 0xd8, 0xe9, 3]
  /** The fields of a swap of 1.5 SOL for 200 dollars, with a slippage of half a percent. */
  const amounts = (fee = 0) => [...u64(1_500_000_000n), ...u64(200_000_000n), 50, 0, fee, 0, 0, 0, 1, 0, 0, 0]
  const ends = (other: string) => [ACCOUNT, MINE, THEIRS, WRAPPED, USDC, TOKEN, TOKEN, other, UNKNOWN, JUPITER]
  const swap = (data: readonly number[], accounts: readonly string[]) => signed({ program: JUPITER, accounts, data })
  const said = (to: string) => [
    'sell 1500000000/9 SOL',
    'receiveAtLeast 199000000/6 USDC',
    `token ${USDC}`,
    `fromTokenAccount ${MINE}`,
    `toTokenAccount ${to}`,
    `from ${ACCOUNT}`,
    `program ${JUPITER}`,
  ]

  test('shows the amount sold, the least amount received, and the accounts', () => {
    const description = swap([...ROUTE, ...amounts()], ends(JUPITER))
    expect([description.kind, shown(description)]).toEqual(['swap', said(THEIRS)])
    const shared = [UNKNOWN, ACCOUNT, MINE, UNKNOWN, UNKNOWN, THEIRS, WRAPPED, USDC, TOKEN, TOKEN]
    expect(shown(swap([...SHARED, ...amounts()], shared))).toEqual(said(THEIRS))
  })

  test('names the receiving account if it is not the default one', () => {
    expect(shown(swap([...ROUTE, ...amounts()], ends(FRIEND)))).toEqual(said(FRIEND))
  })

  test.each([
    ['with a platform fee', [...ROUTE, ...amounts(9)]],
    ['with truncated data', [...ROUTE, ...amounts().slice(0, 20)]],
    ['of the first program version', [0xe5, 0x17, 0xcb, 0x97, 0x7a, 0xe3, 0xad, 0x2a, ...amounts()]],
  ])('%s is not described', (_, data) => {
    expect(swap(data, ends(JUPITER)).kind).toBe('unknownInstruction')
  })

  test('the instruction that wraps the coin is recognised', () => {
    expect(signed(token([17], [MINE])).kind).toBe('wrap')
  })
})
