import fc from 'fast-check'
import { bitcoin, keysOf, signet } from '../../../testing/bitcoinWallets.ts'
import { getBalance } from './balance.ts'

const { address } = keysOf(bitcoin).payment
const stats = (funded_txo_sum: unknown, spent_txo_sum: unknown) => ({ funded_txo_sum, spent_txo_sum, tx_count: 1 })
const answerOf = (chain: unknown, mempool: unknown = stats(0, 0)) => ({
  address,
  chain_stats: chain,
  mempool_stats: mempool,
})

let answer: (url: string) => Promise<Response>
const requests: string[] = []

beforeEach(() => {
  requests.length = 0
  globalThis.fetch = jest.fn(async (url: string) => {
    requests.push(url)
    return answer(url)
  }) as never
})
afterEach(() => jest.restoreAllMocks())

const json = (body: unknown) => Promise.resolve(Response.json(body))
const at = (...rpcUrls: string[]) => ({ ...bitcoin, rpcUrls })

test('the balance is received minus sent, including unconfirmed transactions, in satoshi', async () => {
  answer = () => json(answerOf(stats(2_100_000_000_000_000, 5), stats(10, 3)))
  expect(await getBalance(address, bitcoin)).toEqual({ value: '2100000000000002', decimals: 8, symbol: 'BTC' })
  expect(requests).toEqual([`https://bitcoin.example/api/address/${address}`])
})

test('chains.md, pitfall 21: a balance on signet is read from signet servers', async () => {
  answer = () => json(answerOf(stats(1, 0)))
  await getBalance(keysOf(signet).payment.address, signet)
  expect(requests).toEqual([`https://signet.example/api/address/${keysOf(signet).payment.address}`])
})

test.each<[string, () => Promise<Response>]>([
  ['cannot be reached', () => Promise.reject(new TypeError('Failed to fetch'))],
  ['has an error', async () => new Response('', { status: 502 })],
  ['has an unreadable answer', async () => new Response('<html>')],
])('a second server is tried when the first %s', async (_, first) => {
  answer = (url) => (url.startsWith('https://one') ? first() : json(answerOf(stats(7, 0))))
  expect((await getBalance(address, at('https://one.example/', 'https://two.example'))).value).toBe('7')
  expect(requests).toEqual([`https://one.example/address/${address}`, `https://two.example/address/${address}`])
})

test.each<[string, () => Promise<Response>, string]>([
  ['no server can be reached', () => Promise.reject(new TypeError('Failed to fetch')), 'service.unreachable'],
  ['the server has an error', async () => new Response('', { status: 500 }), 'service.unreachable'],
  ['the server limits requests', async () => new Response('', { status: 429 }), 'service.unreachable'],
  ['more was sent than received', () => json(answerOf(stats(1, 2))), 'service.invalidAnswer'],
])('when %s, the balance is rejected with the matching error', async (_, given, code) => {
  answer = given
  await expect(getBalance(address, bitcoin)).rejects.toMatchObject({ code })
})

test('chains.md, pitfall 21: a request to a server that never answers times out', async () => {
  const timeOut = new AbortController()
  const timeout = jest.spyOn(AbortSignal, 'timeout').mockReturnValue(timeOut.signal)
  globalThis.fetch = ((_: string, { signal }: { signal: AbortSignal }) =>
    new Promise((__, reject) => signal.addEventListener('abort', () => reject(signal.reason)))) as never
  const asking = getBalance(address, bitcoin)
  timeOut.abort()
  await expect(asking).rejects.toMatchObject({ code: 'service.unreachable' })
  expect(timeout).toHaveBeenCalledWith(8_000)
})

test('any answer results in a whole number or one clear error', async () => {
  const value = fc.oneof(fc.nat(), fc.double(), fc.jsonValue())
  const part = fc.oneof(
    fc.jsonValue(),
    fc.tuple(value, value).map(([one, other]) => stats(one, other)),
  )
  await fc.assert(
    fc.asyncProperty(
      fc.oneof(
        fc.jsonValue(),
        fc.tuple(part, part).map(([one, other]) => answerOf(one, other)),
      ),
      async (body) => {
        answer = () => json(body)
        const outcome = await getBalance(address, bitcoin).catch((error: unknown) => error)
        if (outcome instanceof Error) expect(outcome).toMatchObject({ code: 'service.invalidAnswer' })
        else expect(outcome).toMatchObject({ value: expect.stringMatching(/^\d+$/) })
      },
    ),
  )
})
