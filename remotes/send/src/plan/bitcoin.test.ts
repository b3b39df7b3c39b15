import type { Network } from '@portico/contracts'
import { describeOutgoing, outgoingContext } from '@portico/contracts/preview'
import { ethereum } from '@portico/contracts/testing'
import fc from 'fast-check'
import { feeAt, virtualBytes } from './bitcoin/sizes.ts'
import { bitcoin } from './bitcoin.ts'
import { type Asking, FEE_SPEEDS, type FeeSpeed, type Plan } from './plan.ts'

const network: Network = {
  ...ethereum,
  chainNamespace: 'bip122',
  caipNetworkId: 'bip122:000000000019d6689c085ae165831e93',
  nativeCurrency: { name: 'Bitcoin', symbol: 'BTC', decimals: 8 },
}
const ME = 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq'
const { signal } = new AbortController()

const FRIEND = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'
const token = { decimals: 8 }

/** A server with these fee estimates, where the account has these coins. */
const serverWith = (estimates: Readonly<Record<string, number>>, values: readonly number[]): Asking =>
  ({
    askEsplora: async (_: string, path: string) =>
      path === '/fee-estimates'
        ? estimates
        : values.map((value, vout) => ({ txid: 'a'.repeat(64), vout, value, status: { confirmed: true } })),
  }) as unknown as Asking
const serverOf = (rate: number) => serverWith({ '3': rate }, [1_000_000_000])

test('only a fee of more than a tenth of the amount is called high', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 1_000 }),
      fc.integer({ min: 1_000, max: 5_000_000 }),
      async (rate, sats) => {
        const transfer = { network, from: ME, to: ME, token: { decimals: 8 }, amount: BigInt(sats) }
        const { fee, notes } = await bitcoin.plan(transfer, serverOf(rate), signal)
        const isDear = fee * 10n > BigInt(sats)
        expect(notes.filter(({ type }) => type === 'dearFee')).toEqual(isDear ? [{ type: 'dearFee', amount: fee }] : [])
      },
    ),
    { numRuns: 40 },
  )
})

const estimates = fc.record({
  '1': fc.double({ min: 0, max: 400, noNaN: true }),
  '3': fc.double({ min: 0, max: 400, noNaN: true }),
  '6': fc.double({ min: 0, max: 400, noNaN: true }),
})
const coins = fc.array(fc.integer({ min: 1_000, max: 5_000_000 }), { minLength: 1, maxLength: 8 })
const speeds = fc.constantFrom(...FEE_SPEEDS)

/** The maximum fee in the request's displayed description, in satoshis. */
function maxFeeSaid(plan: Plan): bigint | undefined {
  if (!('request' in plan)) return undefined
  const { lines } = describeOutgoing(plan.request, outgoingContext({ network, account: ME, holdings: [] }))
  const said = lines.find(({ labelKey }) => labelKey === 'preview.maxFee')?.value
  return said?.type === 'amount' ? said.amount : undefined
}
const spendsOf = (plan: Plan) =>
  'request' in plan && plan.request.namespace === 'bip122' ? (plan.request.spends ?? []) : []

/** Undefined if all speeds cost the same. */
const rateOf = ({ speeds }: Plan, wanted: FeeSpeed) => speeds?.find(({ speed }) => speed === wanted)?.rate

test("the request pays for the chosen speed, and never less than that speed's rate", async () => {
  await fc.assert(
    fc.asyncProperty(
      estimates,
      coins,
      fc.integer({ min: 600, max: 3_000_000 }),
      speeds,
      async (said, values, sats, speed) => {
        const transfer = { network, from: ME, to: FRIEND, token, amount: BigInt(sats), speed }
        const plan = await bitcoin.plan(transfer, serverWith(said, values), signal)
        const rate = rateOf(plan, speed)
        if (rate === undefined) return
        expect(plan.speeds?.find((one) => one.speed === speed)?.fee).toBe(plan.fee)
        const rates = FEE_SPEEDS.map((one) => rateOf(plan, one) ?? 0n)
        expect([...rates].sort((one, other) => Number(one - other))).toEqual(rates)
        if (!('request' in plan)) return
        expect(maxFeeSaid(plan)).toBe(plan.fee)
        const spent = spendsOf(plan)
        const least = virtualBytes('p2wpkh', spent.length, ['p2wpkh'])
        const change = spent.reduce((sum, { vout }) => sum + BigInt(values[vout] ?? 0), 0n) - BigInt(sats) - plan.fee
        const bytes = change > 0n ? virtualBytes('p2wpkh', spent.length, ['p2wpkh', 'p2wpkh']) : least
        expect(change >= 0n && plan.fee >= feeAt(rate, bytes)).toBe(true)
        expect(plan.fee * 1_000n >= rate * bytes).toBe(true)
      },
    ),
    { numRuns: 150 },
  )
})

test('sending everything spends the maximum plus the fee, at every speed', async () => {
  await fc.assert(
    fc.asyncProperty(estimates, coins, speeds, async (said, values, speed) => {
      const server = serverWith(said, values)
      const all = { network, from: ME, to: FRIEND, token, amount: 1n << 60n, speed }
      const amount = await bitcoin.most(all, server, signal)
      if (amount === 0n) return
      const plan = await bitcoin.plan({ ...all, amount }, server, signal)
      const spent = spendsOf(plan).reduce((sum, { vout }) => sum + BigInt(values[vout] ?? 0), 0n)
      expect([maxFeeSaid(plan), spent]).toEqual([plan.fee, amount + plan.fee])
      expect(await bitcoin.plan({ ...all, amount: amount + 1n }, server, signal)).toHaveProperty('obstacle')
    }),
    { numRuns: 150 },
  )
})

const payment = { network, from: ME, to: FRIEND, token, amount: 100_000n }

test('the default speed takes half an hour, and each speed shows its cost', async () => {
  const server = serverWith({ '1': 9, '3': 4.5, '6': 2 }, [1_000_000])
  const plan = await bitcoin.plan(payment, server, signal)
  expect(plan.fee).toBe(635n) // 141 virtual bytes
  expect(plan.speeds).toEqual([
    { speed: 'slow', rate: 2_000n, blocks: 6, fee: 282n },
    { speed: 'normal', rate: 4_500n, blocks: 3, fee: 635n },
    { speed: 'fast', rate: 9_000n, blocks: 1, fee: 1_269n },
  ])
})

test.each([[{ '1': 4, '3': 4, '6': 4 }], [{ '3': 4 }]])(
  'if all speeds cost the same, there is no choice: %j',
  async (said) => {
    const { fee, speeds } = await bitcoin.plan({ ...payment, speed: 'fast' }, serverWith(said, [1_000_000]), signal)
    expect([fee, speeds]).toEqual([564n, undefined])
  },
)

test('a speed that costs too much can be swapped for another', async () => {
  const server = serverWith({ '1': 90, '3': 4, '6': 2 }, [101_000])
  const plan = await bitcoin.plan({ ...payment, speed: 'fast' }, server, signal)
  expect(plan).toMatchObject({ obstacle: { type: 'short' }, fee: 9_900n })
  expect(plan.speeds?.map(({ speed, fee }) => [speed, fee])).toEqual([
    ['slow', 282n],
    ['normal', 564n],
    ['fast', 9_900n],
  ])
  expect(await bitcoin.plan(payment, server, signal)).toHaveProperty('request')
})

test('if a server estimates an excessive fee, the fee is capped, and the visitor is told', async () => {
  const server = serverWith({ '1': 2_000_000, '3': 5, '6': 2 }, [100_000_000])
  const plan = await bitcoin.plan({ ...payment, amount: 90_000_000n, speed: 'fast' }, server, signal)
  expect([plan.fee, plan.notes]).toEqual([141_000n, [{ type: 'cutFee', amount: 141_000n }]])
  expect((await bitcoin.plan({ ...payment, amount: 90_000_000n }, server, signal)).notes).toEqual([])
})
