import { manyWallets, walletOf } from '../../testing/directory.ts'
import { readOptions } from '../options/readOptions.ts'
import { readWallets } from './readWallets.ts'
import { createWalletDirectory } from './walletDirectory.ts'

const { options } = readOptions({ projectId: 'a&b', networks: [] }, 'https://host.example/', ['eip155'])
const registry = createWalletDirectory(options, 'html-core-1.7.19', readWallets)

const answerWith = (response: () => Response | Promise<Response>) => {
  const requests: [string, RequestInit][] = []
  jest.spyOn(globalThis, 'fetch').mockImplementation(async (url, init) => {
    requests.push([String(url), init ?? {}])
    return response()
  })
  return requests
}
afterEach(() => jest.restoreAllMocks())

test('a query is one simple request, without cookies or undefined parameters', async () => {
  const requests = answerWith(() => Response.json({ data: manyWallets(2), count: 2 }))
  const { data, count } = await registry.find({ page: '2', search: 'a b', include: '' })
  expect([data.length, count]).toEqual([2, 2])
  const [[url, init] = ['', {}]] = requests
  expect(url).toBe('https://host.example/getWallets?projectId=a%26b&st=appkit&sv=html-core-1.7.19&page=2&search=a+b')
  expect(init).toMatchObject({ credentials: 'omit' })
  expect(init.headers).toBeUndefined()
})

test.each([
  ['a server error', () => new Response('', { status: 503 }), 'service.status'],
  ['invalid JSON', () => new Response('<html>'), 'service.unreachable'],
  ['a response without a list', () => Response.json({ data: 'x' }), 'service.invalidAnswer'],
  ['a failed request', () => Promise.reject(new TypeError('Failed to fetch')), 'service.unreachable'],
])('%s is reported as %s', async (_, response, code) => {
  answerWith(response)
  await expect(registry.find({})).rejects.toMatchObject({ code })
})

test('a query ends when its caller aborts it', async () => {
  const life = new AbortController()
  jest.spyOn(globalThis, 'fetch').mockImplementation(
    (_, init) =>
      new Promise((__, reject) => {
        init?.signal?.addEventListener('abort', () => reject(new DOMException('aborted', 'AbortError')))
      }),
  )
  const requests = registry.find({}, life.signal)
  life.abort()
  await expect(requests).rejects.toMatchObject({ code: 'service.unreachable' })
})

test.each([
  [
    'its own',
    walletOf(1, { image_url: 'https://shop.example/logo.png', image_id: 'x' }),
    'https://shop.example/logo.png',
  ],
  ['the directory’s', walletOf(1, { image_id: 'x-1' }), 'https://host.example/getWalletImage/x-1?projectId=a%26b'],
  ['none', walletOf(1), undefined],
])('the logo of a wallet is %s', (_, wallet, url) => expect(registry.imageOf(wallet)).toBe(url))
