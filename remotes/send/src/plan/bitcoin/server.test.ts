import type { CaipNetworkId } from '@portico/contracts'
import type { Asking } from '../plan.ts'
import { bitcoinServer } from './server.ts'

const NETWORK = 'bip122:0f9188f13cb7b2c71f2a335e3a4fc328'
const ME = 'bcrt1qme'

/** A server with these answers, keyed by path. */
function serverOf(answers: Readonly<Record<string, unknown>>, network: CaipNetworkId = NETWORK) {
  const asking = { askEsplora: async (_: string, path: string) => answers[path] } as unknown as Asking
  return bitcoinServer(asking, network, new AbortController().signal)
}
const ratesOf = (estimates: unknown, network?: CaipNetworkId) =>
  serverOf({ '/fee-estimates': estimates }, network).rates()

test.each([[{ '3': -1 }], [{ '3': '12' }], [{ '3': null }], ['busy'], [null]])(
  'invalid fee rates are rejected: %j',
  async (estimates) => {
    await expect(ratesOf(estimates)).rejects.toMatchObject({ code: 'service.invalidAnswer' })
  },
)

test('a young network without estimates uses the relay minimum', async () => {
  const { slow, normal, fast } = await ratesOf({})
  const least = { rate: 1_000n, isCut: false }
  expect([slow, normal, fast]).toEqual([least, least, least])
})

test.each([[{}], [{ fastestFee: 12 }]])(
  'on the main network, a server without fee estimates is refused: %j',
  async (estimates) => {
    const rates = ratesOf(estimates, 'bip122:000000000019d6689c085ae165831e93')
    await expect(rates).rejects.toMatchObject({ code: 'service.invalidAnswer' })
  },
)

const txid = (digit: string) => digit.repeat(64)
const from = (...addresses: readonly (string | undefined)[]) => ({
  vin: addresses.map((address) => ({ prevout: address === undefined ? null : { scriptpubkey_address: address } })),
})

test("only coins that are confirmed or the account's own change are spent", async () => {
  const coin = (digit: string, confirmed: boolean) => ({
    txid: txid(digit),
    vout: 1,
    value: 5_000,
    status: { confirmed },
  })
  const coins = await serverOf({
    [`/address/${ME}/utxo`]: [coin('a', true), coin('b', false), coin('c', false), coin('d', false)],
    [`/tx/${txid('b')}`]: from(ME, ME),
    [`/tx/${txid('c')}`]: from(ME, 'bcrt1qsomebody'),
    [`/tx/${txid('d')}`]: from(undefined),
  }).coins(ME)
  expect(coins).toEqual([
    { txid: txid('a'), vout: 1, value: 5_000n },
    { txid: txid('b'), vout: 1, value: 5_000n },
  ])
})

test.each([
  [[{ txid: 'a', vout: 0, value: 1, status: { confirmed: true } }]],
  [[{ txid: txid('a'), vout: 0, value: 0.5 }]],
  ['no'],
])('unreadable coins are not spent: %j', async (answer) => {
  const asked = serverOf({ [`/address/${ME}/utxo`]: answer }).coins(ME)
  await expect(asked).rejects.toMatchObject({ code: 'service.invalidAnswer' })
})
