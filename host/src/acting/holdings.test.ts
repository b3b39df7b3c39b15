import { type Account, selectHoldings, transactionConfirmed } from '@portico/contracts'
import { createTestStore } from '../../testing/store.ts'
import { holdingsCache, loadHoldings } from './holdings.ts'

const ADDRESS = `0x${'Aa'.repeat(20)}`
const account: Account = {
  namespace: 'eip155',
  address: ADDRESS,
  caipAddress: `eip155:1:${ADDRESS}`,
  connectorId: 'w',
}
const token = (over: object = {}) => ({
  name: 'Dollar',
  symbol: 'USD',
  chainId: 'eip155:1',
  address: 'eip155:1:0xtoken',
  price: 1e-7,
  quantity: { decimals: '6', numeric: '12.5' },
  iconUrl: 'https://host.example/icon.png',
  ...over,
})

let answer: () => unknown
let requests: URL[]
const realFetch = globalThis.fetch
beforeEach(() => {
  requests = []
  globalThis.fetch = (async (url: URL) => {
    requests.push(url)
    const body = answer()
    return body instanceof Response ? body : Response.json(body)
  }) as never
})
afterEach(() => {
  globalThis.fetch = realFetch
})

function open() {
  const test = createTestStore()
  test.reducers.add(holdingsCache.name, holdingsCache.reducer)
  test.store.dispatch({ type: 'nothing' }) // the reducer's state exists only after the next action
  const known = () => selectHoldings(test.store.getState(), account)
  return { ...test, known, load: (isForced?: boolean) => test.store.dispatch(loadHoldings(account, isForced)) }
}

test('amounts are exact whole numbers, prices exact decimals', async () => {
  answer = () => ({ balances: [token()] })
  const { load, known } = open()
  await load()
  expect(known()?.value).toEqual([
    {
      caipNetworkId: 'eip155:1',
      address: '0xtoken',
      name: 'Dollar',
      symbol: 'USD',
      decimals: 6,
      amount: '12500000',
      price: '0.0000001',
      iconUrl: 'https://host.example/icon.png',
    },
  ])
  expect([requests[0]?.pathname, requests[0]?.searchParams.get('chainId')]).toEqual([
    `/v1/account/${ADDRESS}/balance`,
    'eip155:1',
  ])
})

test.each([
  ['a token without decimals', { quantity: { decimals: '0', numeric: '3' } }],
  ['an amount that is more precise than its token', { quantity: { decimals: '1', numeric: '0.15' } }],
  ['a token of another network', { chainId: 'eip155:137' }],
])('a token is left out: %s', async (_, over) => {
  answer = () => ({ balances: [token(over), token({ address: undefined })] })
  const { load, known } = open()
  await load()
  expect(known()?.value?.map(({ address }) => address)).toEqual([undefined])
})

test('a price of zero counts as no price, and a picture from another origin is not fetched', async () => {
  answer = () => ({ balances: [token({ price: 0, iconUrl: 'https://elsewhere.example/icon.png' })] })
  const { load, known } = open()
  await load()
  expect(known()?.value?.[0]).toMatchObject({ symbol: 'USD', iconUrl: undefined })
  expect(known()?.value?.[0]).not.toHaveProperty('price')
})

test('the known holdings are kept when the service fails, and the error is recorded', async () => {
  answer = () => ({ balances: [token()] })
  const { load, known } = open()
  await load()
  answer = () => new Response('', { status: 500 })
  await load(true)
  expect(known()).toMatchObject({ value: [{ symbol: 'USD' }], error: { code: 'service.status' }, isLoading: false })
})

test.each([
  [400, 'balance.unavailable'],
  [503, 'balance.unavailable'],
  [500, 'service.status'],
])('a service that answers with status %i leads to the error %s', async (status, code) => {
  answer = () => new Response('', { status })
  const { load, known } = open()
  await load()
  expect(known()?.error?.code).toBe(code)
})

test('within thirty seconds only one request is sent, unless the visitor reloads', async () => {
  answer = () => ({ balances: [] })
  const { load } = open()
  await load()
  await load()
  expect(requests).toHaveLength(1)
  await load(true)
  expect(requests).toHaveLength(2)
})

test('after a transaction, or when the visitor reloads, the service is told to bypass its cache', async () => {
  answer = () => ({ balances: [token(), token({ address: undefined })] })
  const { load, store } = open()
  const forced = () => requests.at(-1)?.searchParams.get('forceUpdate')
  await load()
  expect(forced()).toBeNull()
  store.dispatch(transactionConfirmed({ namespace: 'solana', hash: 'x' }))
  await load()
  expect(requests).toHaveLength(1)
  store.dispatch(transactionConfirmed({ namespace: 'eip155', hash: '0x1' }))
  await load()
  expect([requests.length, forced()]).toEqual([2, 'eip155:1:native,eip155:1:0xtoken'])
  await load(true)
  expect([requests.length, forced()]).toEqual([3, 'eip155:1:native,eip155:1:0xtoken'])
})
