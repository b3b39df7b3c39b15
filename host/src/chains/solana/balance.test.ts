import { SOLANA_ADDRESS, solana } from '@portico/contracts/testing'
import fc from 'fast-check'
import { getBalance } from './balance.ts'

const requests: unknown[] = []
let answer: () => Promise<Response>
const result = (value: unknown) => async () => Response.json({ jsonrpc: '2.0', id: 1, result: value })

beforeEach(() => {
  requests.length = 0
  globalThis.fetch = jest.fn(async (_: unknown, init?: RequestInit) => {
    requests.push(JSON.parse(String(init?.body)))
    return answer()
  }) as never
})
afterEach(() => jest.restoreAllMocks())

/** A new network object for each test, because the client of a network remembers what it has learned. */
const network = () => ({ ...solana })

test('the balance is read at the commitment level "confirmed", in lamports', async () => {
  answer = result({ context: { slot: 1 }, value: 1_500_000_001 })
  expect(await getBalance(SOLANA_ADDRESS, network())).toEqual({ value: '1500000001', decimals: 9, symbol: 'SOL' })
  expect(requests).toMatchObject([{ method: 'getBalance', params: [SOLANA_ADDRESS, { commitment: 'confirmed' }] }])
})

test('an unused account has a zero balance', async () => {
  answer = result({ value: 0 })
  expect((await getBalance(SOLANA_ADDRESS, network())).value).toBe('0')
})

test('if no node can be reached, the service counts as unreachable', async () => {
  answer = () => Promise.reject(new TypeError('Failed to fetch'))
  await expect(getBalance(SOLANA_ADDRESS, network())).rejects.toMatchObject({ code: 'service.unreachable' })
})

test('any response results in a whole number or one clear error', async () => {
  const value = fc.oneof(fc.jsonValue(), fc.record({ value: fc.oneof(fc.jsonValue(), fc.double(), fc.integer()) }))
  await fc.assert(
    fc.asyncProperty(value, async (given) => {
      answer = result(given)
      const outcome = await getBalance(SOLANA_ADDRESS, network()).catch((error: unknown) => error)
      if (outcome instanceof Error) expect(outcome).toMatchObject({ code: 'service.invalidAnswer' })
      else expect(outcome).toMatchObject({ value: expect.stringMatching(/^\d+$/) })
    }),
  )
})
