import { mergeOptions, readOptions } from './options.ts'
import type { PageSettings } from './settings.ts'

const settings: PageSettings = {
  projectId: '00000000000000000000000000000001',
  endpoints: {
    host: 'http://localhost:4301',
    api: 'http://localhost:4302',
    rpc: 'http://localhost:4302',
    relay: 'ws://localhost:4302/relay',
    secureSite: 'http://localhost:4303',
    analytics: 'http://localhost:4302',
  },
  chains: [{ id: 31337, name: 'Portico Local', rpcUrl: 'http://localhost:8545' }],
}

const read = (query: string, fixture?: Parameters<typeof readOptions>[3]) =>
  readOptions(settings, new URLSearchParams(query), 'http://localhost:4300', fixture)

test('without a query the page offers the local chains', () => {
  expect(read('')).toMatchObject({
    projectId: settings.projectId,
    endpoints: settings.endpoints,
    networks: [{ id: 31337, rpcUrls: { default: { http: ['http://localhost:8545'] } } }],
    metadata: { name: 'Portico Playground', url: 'http://localhost:4300' },
  })
})

test('the query changes single entries of an object and replaces lists', () => {
  const { metadata, networks } = read('options={"metadata":{"name":"Shop"},"networks":[]}')
  expect(metadata).toMatchObject({ name: 'Shop', url: 'http://localhost:4300' })
  expect(networks).toEqual([])
})

test('null takes an option away', () => {
  expect(read('options={"projectId":null}')).not.toHaveProperty('projectId')
})

test('a fixture comes before the query', () => {
  const fixture: Parameters<typeof readOptions>[3] = (defaults) => ({ ...defaults, themeMode: 'dark', debug: false })
  expect(read('options={"themeMode":"light"}', fixture)).toMatchObject({ themeMode: 'light', debug: false })
})

test('locale and embed are options too', () => {
  expect(read('locale=ar&embed=1')).toMatchObject({ locale: 'ar', enableEmbedded: true })
})

test('functions and class instances are handed on as they are', () => {
  const siwx = new (class Sessions {})()
  expect(mergeOptions({ siwx }, { debug: true }).siwx).toBe(siwx)
})
