import { ADDRESS, ethereum } from '@portico/contracts/testing'
import fc from 'fast-check'
import { getBalance } from './balance.ts'

type Answer = (url: string) => Promise<Response>
let answer: Answer
const requests: { url: string; body: { method: string; params: unknown } }[] = []

beforeEach(() => {
  requests.length = 0
  globalThis.fetch = jest.fn(async (input: string | URL | Request, init?: RequestInit) => {
    const url = input instanceof Request ? input.url : String(input)
    const body = JSON.parse(String(input instanceof Request ? await input.clone().text() : init?.body))
    requests.push({ url, body })
    return answer(url)
  }) as never
})
afterEach(() => jest.restoreAllMocks())

const rpc = (result: unknown) => Promise.resolve(Response.json({ jsonrpc: '2.0', id: 1, result }))
/** A new network object for each test, because the client of a network remembers what it has learned. */
const network = (...rpcUrls: string[]) => ({ ...ethereum, rpcUrls })
const ONE = 'https://one.example/'
const TWO = 'https://two.example/'

test('the balance is read at the latest block, without loss of precision', async () => {
  answer = () => rpc('0x7fffffffffffffffffffff')
  expect(await getBalance(ADDRESS, network(ONE))).toEqual({
    value: '154742504910672534362390527',
    decimals: 18,
    symbol: 'ETH',
  })
  expect(requests[0]).toMatchObject({ url: ONE, body: { method: 'eth_getBalance', params: [ADDRESS, 'latest'] } })
})

test('a second endpoint is used when the first is unreachable', async () => {
  answer = (url) => (url === ONE ? Promise.reject(new TypeError('Failed to fetch')) : rpc('0x5'))
  expect((await getBalance(ADDRESS, network(ONE, TWO))).value).toBe('5')
})

test.each<[string, Answer]>([
  ['no endpoint can be reached', () => Promise.reject(new TypeError('Failed to fetch'))],
  ['the answer is an error of the server', async () => new Response('', { status: 500 })],
  [
    'the endpoint answers with an error',
    async () => Response.json({ jsonrpc: '2.0', id: 1, error: { code: -32000, message: 'no' } }),
  ],
])('when %s, the service counts as unreachable', async (_, given) => {
  answer = given
  await expect(getBalance(ADDRESS, network(ONE))).rejects.toMatchObject({ code: 'service.unreachable' })
})

test.each([[null], [''], ['0x'], ['0xzz'], ['12'], [5], [{}], [['0x5']], [true]])(
  'a response of %p is invalid',
  async (result) => {
    answer = () => rpc(result)
    await expect(getBalance(ADDRESS, network(ONE))).rejects.toMatchObject({ code: 'service.invalidAnswer' })
  },
)

test('any response results in a whole number or one clear error', async () => {
  const mainnet = network(ONE)
  await fc.assert(
    fc.asyncProperty(
      fc.oneof(
        fc.jsonValue(),
        fc.bigInt({ min: 0n }).map((value) => `0x${value.toString(16)}`),
      ),
      async (result) => {
        answer = () => rpc(result)
        const outcome = await getBalance(ADDRESS, mainnet).catch((error: unknown) => error)
        if (outcome instanceof Error) expect(outcome).toMatchObject({ code: 'service.invalidAnswer' })
        else expect(outcome).toMatchObject({ value: expect.stringMatching(/^\d+$/) })
      },
    ),
  )
})
