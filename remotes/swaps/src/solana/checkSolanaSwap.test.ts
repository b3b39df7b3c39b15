import { addErrors } from '@portico/contracts'
import { actingErrors } from '@portico/contracts/actingErrors'
import { LOOKUP_TABLE_PROGRAM } from '@portico/contracts/chains/solana/lookupTable'
import { assert, bigInt, property } from 'fast-check'
import { leastOf } from '../formulas.ts'
import { checkChanges } from './checkChanges.ts'
import { checkSolanaSwap, type WantedSwap } from './checkSolanaSwap.ts'
import { WRAPPED_SOL } from './programs.ts'
import {
  addressOf,
  DESK,
  DESK_DOLLARS,
  DESK_POINTS,
  DOLLARS,
  does,
  OWN_DOLLARS,
  OWN_POINTS,
  OWN_WRAPPED,
  POINTS,
  route,
  routers,
  STRANGER,
  tableAccount,
  VISITOR,
  written,
} from './testing.ts'
import { type Instruction, readTransaction } from './transaction.ts'

beforeAll(() => addErrors(actingErrors))

const nothingThere = { accounts: async (addresses: readonly string[]) => addresses.map(() => undefined) }

const known = (mint: string, owner = VISITOR) => ({ mint, owner, amount: 1n, isFrozen: false })
const tokenAccounts = new Map([
  [OWN_DOLLARS, known(DOLLARS)],
  [OWN_POINTS, known(POINTS)],
  [DESK_DOLLARS, known(DOLLARS, DESK)],
  [DESK_POINTS, known(POINTS, DESK)],
])

const coin = {}
const dollars = { address: DOLLARS }
const points = { address: POINTS }

/** 200 dollars for 1.5 SOL, unless a test overrides it. */
const [PAID, QUOTED] = [1_500_000_000n, 200_000_000n]
const wish: WantedSwap = {
  account: VISITOR,
  from: coin,
  to: dollars,
  amount: PAID,
  quoted: QUOTED,
  slippageBps: 100n,
  routers,
  tokenAccounts,
  mint: { decimals: 6, supply: 1_000_000_000_000n, isBound: false, accountBytes: 165 },
}

interface Built {
  readonly instructions: readonly Instruction[]
  readonly signers?: readonly string[]
  readonly missing?: readonly string[]
}

async function check({ instructions, signers = [VISITOR, DESK], missing = [VISITOR] }: Built, more = {}) {
  const transaction = await readTransaction(written({ signers, missing, instructions }), nothingThere)
  return checkSolanaSwap(transaction, { ...wish, ...more })
}
const refusal = (difference: string) => ({ code: 'transaction.unexpected', message: `Nothing was sent: ${difference}` })

describe("by a desk's transfers", () => {
  const paid = does.pay(VISITOR, DESK, PAID)
  const back = does.move(DESK_DOLLARS, DOLLARS, OWN_DOLLARS, DESK, QUOTED)
  const deskOnly = does.paySeeded(addressOf(90), DESK, addressOf(90))

  test("an exchange of payments is accepted, including the desk's own bookkeeping", async () => {
    const { router, minimum } = await check({ instructions: [does.limit(100_000), deskOnly, paid, back] })
    expect([router.name, minimum]).toEqual(['Desk', QUOTED])
  })

  test('swaps into the coin or another token are accepted too, and so is opening an account for the visitor', async () => {
    const toCoin = [
      does.move(OWN_DOLLARS, DOLLARS, DESK_DOLLARS, VISITOR, QUOTED),
      does.pay(DESK, VISITOR, leastOf(PAID, 100n)),
    ]
    const turned = { from: dollars, to: coin, amount: QUOTED, quoted: PAID, mint: undefined }
    expect((await check({ instructions: toCoin }, turned)).minimum).toBe(leastOf(PAID, 100n))
    const fresh = addressOf(80)
    const toPoints = [
      does.open(VISITOR, fresh, VISITOR, POINTS),
      does.move(OWN_DOLLARS, DOLLARS, DESK_DOLLARS, VISITOR, QUOTED),
      does.move(DESK_POINTS, POINTS, fresh, DESK, 7n),
    ]
    const checked = await check({ instructions: toPoints }, { from: dollars, to: points, amount: QUOTED, quoted: 7n })
    expect([checked.minimum, checked.opened.map(({ account }) => account)]).toEqual([7n, [fresh]])
  })

  test.each<[string, Built, string]>([
    [
      'another recipient',
      { instructions: [paid, does.move(DESK_DOLLARS, DOLLARS, addressOf(70), DESK, QUOTED)] },
      'someone else would receive it',
    ],
    [
      'a new account with another owner',
      {
        instructions: [
          does.open(VISITOR, addressOf(70), STRANGER, DOLLARS),
          paid,
          does.move(DESK_DOLLARS, DOLLARS, addressOf(70), DESK, QUOTED),
        ],
      },
      'it would open an account for someone else',
    ],
    [
      'a new account for another token',
      {
        instructions: [
          does.open(VISITOR, addressOf(70), VISITOR, POINTS),
          paid,
          does.move(DESK_DOLLARS, DOLLARS, addressOf(70), DESK, QUOTED),
        ],
      },
      'someone else would receive it',
    ],
    [
      'an additional account',
      { instructions: [does.open(VISITOR, addressOf(70), VISITOR, POINTS), paid, back] },
      'it would open an account that the swap doesn’t need',
    ],
    ['more taken', { instructions: [does.pay(VISITOR, DESK, PAID + 1n), back] }, 'the swap is for another amount'],
    ['the amount taken twice', { instructions: [paid, paid, back] }, 'the swap is for another amount'],
    [
      'a payment to someone else',
      { instructions: [does.pay(VISITOR, STRANGER, PAID), back] },
      'it would pay someone else',
    ],
    [
      'another token taken as well',
      { instructions: [paid, does.move(OWN_POINTS, POINTS, DESK_POINTS, VISITOR, 1n), back] },
      'the swap pays with another token',
    ],
    [
      'less given than the slippage allows',
      { instructions: [paid, does.move(DESK_DOLLARS, DOLLARS, OWN_DOLLARS, DESK, leastOf(QUOTED, 100n) - 1n)] },
      'you could receive less than quoted',
    ],
    ['nothing given', { instructions: [paid] }, 'you could receive less than quoted'],
    [
      'another token given',
      { instructions: [paid, does.move(DESK_POINTS, POINTS, OWN_POINTS, DESK, QUOTED)] },
      'the swap is for another token',
    ],
    [
      'an additional approval',
      { instructions: [paid, back, does.approve(OWN_POINTS, STRANGER, VISITOR)] },
      'we can’t tell what the swap does',
    ],
    [
      'an account closed as well',
      { instructions: [paid, back, does.close(OWN_POINTS, STRANGER, VISITOR)] },
      'it would do more than the swap',
    ],
    [
      'coins from a seeded account of the visitor',
      { instructions: [paid, back, does.paySeeded(addressOf(91), VISITOR, STRANGER)] },
      'it would do more than the swap',
    ],
    [
      'an unknown program',
      { instructions: [paid, back, { program: STRANGER, accounts: [VISITOR], data: Uint8Array.of(1) }] },
      'we can’t tell what the swap does',
    ],
    [
      'another fee payer',
      { instructions: [paid, back], signers: [DESK, VISITOR] },
      'someone else would pay the network fee',
    ],
    [
      'a missing signature',
      { instructions: [paid, back], missing: [VISITOR, DESK] },
      'it needs a signature other than yours',
    ],
    [
      'an additional signer',
      { instructions: [paid, back], signers: [VISITOR, DESK, STRANGER] },
      'someone else signs it',
    ],
    [
      'an unlisted desk',
      { instructions: [does.pay(VISITOR, STRANGER, PAID), back], signers: [VISITOR, STRANGER] },
      'the swap goes through an unknown program',
    ],
    [
      'an excessive priority fee',
      { instructions: [does.limit(1_000_000), does.price(2_000_000n), paid, back] },
      'the priority fee is far higher than a swap needs',
    ],
  ])('%s is refused, and the difference is named', async (_, built, difference) => {
    await expect(check(built)).rejects.toMatchObject(refusal(difference))
  })

  test('a token with a transfer fee is refused if the fee is not stated', async () => {
    const fee = { epoch: 0n, most: 1_000_000n, basisPoints: 100n }
    const mint = { decimals: 6, isBound: false, transferFees: [fee, fee] as const, accountBytes: 182 }
    await expect(check({ instructions: [paid, back] }, { mint })).rejects.toMatchObject(
      refusal('we can’t tell how much you would receive'),
    )
  })

  test('for any amount and slippage, payments from the minimum up are accepted, and none below', async () => {
    const read = async (given: bigint) =>
      readTransaction(
        written({
          signers: [VISITOR, DESK],
          instructions: [paid, does.move(DESK_DOLLARS, DOLLARS, OWN_DOLLARS, DESK, given)],
        }),
        nothingThere,
      )
    const sums: [bigint, bigint][] = []
    assert(
      property(bigInt({ min: 2n, max: 2n ** 63n }), bigInt({ min: 0n, max: 5_000n }), (quoted, slippageBps) => {
        sums.push([quoted, slippageBps])
        // Rounded down by less than one unit: slippage never exceeds what was agreed.
        const least = leastOf(quoted, slippageBps)
        return (
          least * 10_000n <= quoted * (10_000n - slippageBps) &&
          (least + 1n) * 10_000n > quoted * (10_000n - slippageBps)
        )
      }),
    )
    for (const [quoted, slippageBps] of sums.slice(0, 40)) {
      const least = leastOf(quoted, slippageBps)
      const wanted = { ...wish, quoted, slippageBps }
      expect(checkSolanaSwap(await read(least), wanted).minimum).toBe(least)
      if (least > 0n) {
        const below = await read(least - 1n)
        expect(() => checkSolanaSwap(below, wanted)).toThrow('you could receive less than quoted')
      }
    }
  })
})

describe('by Jupiter', () => {
  const open = does.open(VISITOR, OWN_WRAPPED, VISITOR, WRAPPED_SOL)
  const wrap = does.pay(VISITOR, OWN_WRAPPED, PAID)
  const unwrap = does.close(OWN_WRAPPED, VISITOR, VISITOR)
  const ends = { source: OWN_WRAPPED, destination: OWN_DOLLARS, sourceMint: WRAPPED_SOL, destinationMint: DOLLARS }
  const sold = { ...ends, amount: PAID, quoted: QUOTED }
  const around = (swap: Instruction) => [open, wrap, does.sync(OWN_WRAPPED), swap, unwrap]
  const alone = (instructions: readonly Instruction[], more = {}) =>
    check({ instructions, signers: [VISITOR] }, { quoted: QUOTED, ...more })

  test.each([false, true])('a route is accepted (with shared accounts: %s)', async (isShared) => {
    const { router, minimum, opened } = await alone(around(route({ ...sold, isShared })))
    expect([router.name, minimum, opened]).toEqual(['Jupiter', leastOf(QUOTED, 100n), []])
  })

  test('the coin is received unwrapped', async () => {
    const bought = { source: OWN_DOLLARS, destination: OWN_WRAPPED, sourceMint: DOLLARS, destinationMint: WRAPPED_SOL }
    const swap = route({ ...bought, amount: QUOTED, quoted: PAID })
    const turned = { from: dollars, to: coin, amount: QUOTED, quoted: PAID, mint: undefined }
    expect((await alone([open, swap, unwrap], turned)).minimum).toBe(leastOf(PAID, 100n))
    await expect(alone([open, swap], turned)).rejects.toMatchObject(refusal('the swap is for another token'))
  })

  test.each<[string, readonly Instruction[], string]>([
    ['another recipient', around(route({ ...sold, destination: DESK_DOLLARS })), 'someone else would receive it'],
    [
      'another recipient in the optional destination account',
      around(route({ ...sold, elsewhere: DESK_DOLLARS })),
      'someone else would receive it',
    ],
    ['more taken', around(route({ ...sold, amount: PAID + 1n })), 'the swap is for another amount'],
    [
      'more wrapped',
      [open, does.pay(VISITOR, OWN_WRAPPED, PAID + 1n), route(sold), unwrap],
      'the swap is for another amount',
    ],
    [
      'coins for someone else',
      [open, does.pay(VISITOR, STRANGER, PAID), route(sold), unwrap],
      'it would do more than the swap',
    ],
    [
      'a remainder for someone else',
      [open, wrap, route(sold), does.close(OWN_WRAPPED, STRANGER, VISITOR)],
      'someone else would receive it',
    ],
    ['less quoted', around(route({ ...sold, quoted: QUOTED - 1n })), 'you could receive less than quoted'],
    ['more slippage', around(route({ ...sold, slippageBps: 101n })), 'you could receive less than quoted'],
    ['a platform fee', around(route({ ...sold, feeBps: 5n })), 'someone would keep part of it'],
    ['another token', around(route({ ...sold, destinationMint: POINTS })), 'the swap is for another token'],
    ['two routes', [...around(route(sold)), route(sold)], 'it would do more than the swap'],
    [
      'an additional transfer',
      [...around(route(sold)), does.move(OWN_POINTS, POINTS, DESK_POINTS, VISITOR, 1n)],
      'it would do more than the swap',
    ],
    [
      'a call whose amounts come last, so that others could follow them',
      around(route({ ...sold, isFirstVersion: true })),
      'we can’t tell what the swap does',
    ],
  ])('%s is refused, and the difference is named', async (_, instructions, difference) => {
    await expect(alone(instructions)).rejects.toMatchObject(refusal(difference))
  })

  describe('with accounts from a lookup table', () => {
    const table = { address: addressOf(60), addresses: [STRANGER, OWN_DOLLARS, DESK_DOLLARS] }
    const lying = (addresses: readonly string[], owner = LOOKUP_TABLE_PROGRAM) => ({
      accounts: async () => [tableAccount(owner, addresses)],
    })
    const text = () => written({ signers: [VISITOR], instructions: around(route(sold)), table })

    test("the table's content comes from the network", async () => {
      const read = await readTransaction(text(), lying(table.addresses))
      expect(checkSolanaSwap(read, wish).router.name).toBe('Jupiter')
      expect(read.tables).toEqual({ [table.address]: table.addresses })
    })

    test('a table whose content differs on the network is detected', async () => {
      const read = await readTransaction(text(), lying([STRANGER, DESK_DOLLARS, OWN_DOLLARS]))
      expect(() => checkSolanaSwap(read, wish)).toThrow('someone else would receive it')
    })

    test.each([
      ['that does not exist', nothingThere],
      ['that is too short', lying([STRANGER])],
      ['of another program', lying(table.addresses, STRANGER)],
    ])('a table %s is not read', async (_, node) => {
      await expect(readTransaction(text(), node)).rejects.toMatchObject(
        refusal('we can’t tell which accounts the swap uses'),
      )
    })
  })
})

test.each(['', '?', btoa('no transaction'), btoa('\u0001')])('an invalid transaction (%s) is refused', async (text) => {
  await expect(readTransaction(text, nothingThere)).rejects.toMatchObject(
    refusal('the service didn’t return a transaction'),
  )
})

describe('the simulated changes', () => {
  const swap = {
    account: VISITOR,
    from: { ...coin, caipNetworkId: 'solana:a' },
    to: dollars,
    amount: 100n,
    minimum: 50n,
    fee: 9n,
  } as never
  const outcome = (coins: bigint, tokens: bigint, more = {}) =>
    ({
      status: 'simulated',
      changes: [
        { address: VISITOR, change: coins },
        { address: VISITOR, token: DOLLARS, change: tokens },
      ],
      ...more,
    }) as never

  test('are as agreed, or better', () => {
    expect(() => checkChanges(outcome(-109n, 50n), swap)).not.toThrow()
    expect(() => checkChanges(outcome(-100n, 60n), swap)).not.toThrow()
    expect(() => checkChanges({ status: 'notSimulated' }, swap)).not.toThrow()
  })

  test.each([
    ['more taken', outcome(-110n, 50n), 'took more'],
    ['less received', outcome(-109n, 49n), 'returned less'],
    ['more taken in an incomplete simulation', outcome(-110n, 50n, { isPartial: true }), 'took more'],
  ])('%s is refused', (_, found, difference) => {
    expect(() => checkChanges(found, swap)).toThrow(difference)
  })

  test('the loss of another token is refused', () => {
    const found = { status: 'simulated', changes: [{ address: VISITOR, token: POINTS, change: -1n }], isPartial: true }
    expect(() => checkChanges(found as never, swap)).toThrow('took something else')
  })
})
