import { mergeOptions, readOptions } from './options.ts'
import type { PageSettings } from './settings.ts'

const settings = {
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
  solana: {
    caipNetworkId: 'solana:GkStFFP7BAvJYUn9ZG7zmsFfMSJNKvWu',
    name: 'Portico Solana',
    rpcUrl: 'http://localhost:8899',
    nativeCurrency: { name: 'Solana', symbol: 'SOL', decimals: 9 },
  },
  bitcoin: {
    caipNetworkId: 'bip122:0f9188f13cb7b2c71f2a335e3a4fc328',
    name: 'Portico Bitcoin',
    rpcUrl: 'http://localhost:3002',
    nativeCurrency: { name: 'Bitcoin', symbol: 'BTC', decimals: 8 },
  },
} satisfies PageSettings

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

test.each([
  ['families=solana', ['Portico Solana']],
  ['families=bip122,eip155', ['Portico Bitcoin', 'Portico Local']],
  ['families=eip155,solana,bip122', ['Portico Local', 'Portico Solana', 'Portico Bitcoin']],
  ['families=', []],
])('%s chooses the networks, in that order', (query, names) => {
  expect(read(query).networks.map(({ name }) => name)).toEqual(names)
})

test('a network without a chain id is selected by its CAIP-2 id', () => {
  expect(read('families=solana').networks).toEqual([
    {
      id: 'GkStFFP7BAvJYUn9ZG7zmsFfMSJNKvWu',
      caipNetworkId: settings.solana.caipNetworkId,
      chainNamespace: 'solana',
      name: 'Portico Solana',
      nativeCurrency: settings.solana.nativeCurrency,
      rpcUrls: { default: { http: ['http://localhost:8899'] } },
    },
  ])
})

test('the query changes single entries of an object, but replaces a list as a whole', () => {
  const { metadata, networks } = read('options={"metadata":{"name":"Shop"},"networks":[]}')
  expect(metadata).toMatchObject({ name: 'Shop', url: 'http://localhost:4300' })
  expect(networks).toEqual([])
})

test('null removes an option', () => {
  expect(read('options={"projectId":null}')).not.toHaveProperty('projectId')
})

test('the query overrides a fixture', () => {
  const fixture: Parameters<typeof readOptions>[3] = (defaults) => ({ ...defaults, themeMode: 'dark', debug: false })
  expect(read('options={"themeMode":"light"}', fixture)).toMatchObject({ themeMode: 'light', debug: false })
})

test('locale and embed are options too', () => {
  expect(read('locale=ar&embed=1')).toMatchObject({ locale: 'ar', enableEmbedded: true })
})

test('functions and class instances are passed on unchanged', () => {
  const siwx = new (class Sessions {})()
  expect(mergeOptions({ siwx }, { debug: true }).siwx).toBe(siwx)
})
