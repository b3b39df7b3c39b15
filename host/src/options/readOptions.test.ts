/** @jest-environment jsdom */
import { type ChainAdapter, type ErrorCode, isModalError } from '@portico/contracts'
import { ethereum, fakeAdapter } from '@portico/contracts/testing'
import fc from 'fast-check'
import { type ResolvedOptions, readOptions } from './readOptions.ts'
import { optionSchemas } from './schema.ts'
import type { NetworkOption } from './types.ts'

// Tests with many modals, wallets or options are slow on a busy machine.
jest.setTimeout(30_000)

const HOST = 'https://wallet.example/'

/** A network in the format of viem and of common network lists. */
const mainnet: NetworkOption = {
  id: 1,
  name: 'Ethereum',
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  rpcUrls: { default: { http: ['https://eth.example'] } },
}
const polygon: NetworkOption = { ...mainnet, id: 137, name: 'Polygon' }
const bitcoin: NetworkOption = {
  ...mainnet,
  id: '000000000019d6689c085ae165831e93',
  name: 'Bitcoin',
  chainNamespace: 'bip122',
  caipNetworkId: 'bip122:000000000019d6689c085ae165831e93',
}

const minimal = { projectId: 'demo', networks: [mainnet] }
const read = (given: unknown) => readOptions(given, HOST, ['eip155'])
const readWith = (more: object) => read({ ...minimal, ...more })
const codes = (problems: readonly { code: string }[]) => problems.map(({ code }) => code)

test('a project id and one network are enough', () => {
  const { problems, fatal, options, networks, families } = read(minimal)
  expect(problems).toEqual([])
  expect(fatal).toBeUndefined()
  expect(options.projectId).toBe('demo')
  expect(networks.map(({ caipNetworkId }) => caipNetworkId)).toEqual(['eip155:1'])
  expect(families).toEqual(['eip155'])
})

describe('the defaults for a site that sets nothing (§9, public-api.md §3-4)', () => {
  const on = [
    'enableWallets',
    'enableEIP6963',
    'enableInjected',
    'enableCoinbase',
    'enableBaseAccount',
    'enableWalletConnect',
    'enableWalletGuide',
    'enableReconnect',
    'enableNetworkSwitch',
    'enableAuthLogger',
    'debug',
  ] as const
  const off = [
    'basic',
    'enableEmbedded',
    'enableMobileFullScreen',
    'allowUnsupportedChain',
    'disableAppend',
    'experimental_preferUniversalLinks',
    'manualWCControl',
  ] as const
  const unset = [
    'allWallets',
    'featuredWalletIds',
    'includeWalletIds',
    'excludeWalletIds',
    'customWallets',
    'connectorImages',
    'tokens',
    'termsConditionsUrl',
    'privacyPolicyUrl',
    'locale',
    'storageKey',
  ] as const

  test.each(on)('%s is on unless the site switches it off', (name) => {
    expect(read(minimal).options[name]).toBe(true)
    expect(readWith({ [name]: false }).options[name]).toBe(false)
  })

  test.each(off)('%s is off unless the site switches it on', (name) => {
    expect(read(minimal).options[name]).toBe(false)
    expect(readWith({ [name]: true }).options[name]).toBe(true)
  })

  test.each(unset)('%s is not set', (name) => {
    expect(read(minimal).options[name]).toBeUndefined()
  })

  test.each<[keyof ResolvedOptions, unknown]>([
    ['themeMode', 'dark'],
    ['themeVariables', {}],
    ['coinbasePreference', 'all'],
    ['safeOrigins', ['https://app.safe.global']],
    ['localFeatures', {}],
    ['defaultAccountTypes', { eip155: 'smartAccount', bip122: 'payment', polkadot: 'eoa', solana: 'eoa' }],
    ['endpoints', { host: HOST, api: HOST }],
    [
      'features',
      {
        receive: true,
        send: true,
        analytics: true,
        allWallets: true,
        emailShowWallets: true,
        legalCheckbox: false,
        smartSessions: false,
        collapseWallets: false,
        pay: false,
        headless: false,
        reownAuthentication: false,
        connectorTypeOrder: ['walletConnect', 'recent', 'injected', 'featured', 'custom', 'external', 'recommended'],
        walletFeaturesOrder: ['onramp', 'swaps', 'receive', 'send'],
      },
    ],
  ])('%s', (name, expected) => {
    expect(read(minimal).options[name]).toEqual(expected)
  })

  test('this test covers every data option', () => {
    const withDefault = [
      ...on,
      ...off,
      ...unset,
      'themeMode',
      'themeVariables',
      'features',
      'coinbasePreference',
      'safeOrigins',
      'defaultAccountTypes',
    ]
    const others = ['projectId', 'metadata', 'endpoints', 'releaseKeys', 'prefetch', 'preview']
    others.push('chainImages', 'customRpcUrls', 'remotes')
    expect(Object.keys(optionSchemas).sort()).toEqual([...withDefault, ...others].sort())
  })

  test("the page's description of itself", () => {
    document.title = 'Harbour shop'
    document.head.innerHTML +=
      '<meta property="og:description" content="Boats"><link rel="shortcut icon" href="/boat.png">'
    expect(read(minimal).options.metadata).toEqual({
      name: 'Harbour shop',
      url: 'http://localhost',
      description: 'Boats',
      icons: ['http://localhost/boat.png'],
    })
    expect(readWith({ metadata: { name: 'Shop' } }).options.metadata).toMatchObject({
      name: 'Shop',
      description: 'Boats',
    })
    document.head.innerHTML = ''
  })
})

test('a bad entry of `remotes` is reported, and the good ones are kept', () => {
  const { options, problems } = readWith({
    remotes: { safety: true, games: false, quests: 'yes', 'my-games': true },
  } as never)
  expect(options.remotes).toEqual({ safety: true, games: false })
  expect(problems.map(({ details }) => details.path)).toEqual(['remotes.quests', 'remotes.my-games'])
  expect(readWith({ remotes: 'safety' } as never).problems.map(({ details }) => details.path)).toEqual(['remotes'])
  const unreadable = new Proxy(
    {},
    {
      ownKeys: () => {
        throw new Error('no')
      },
    },
  )
  expect(readWith({ remotes: unreadable } as never).problems).toHaveLength(1)
})

describe('options that the site sets', () => {
  test('one feature, while the others keep their defaults', () => {
    const { options } = readWith({ features: { receive: false, swaps: ['1inch'] } })
    expect(options.features).toMatchObject({ receive: false, send: true, swaps: ['1inch'] })
    expect(options.localFeatures).toEqual({ receive: false, swaps: ['1inch'] })
  })

  test("the services may be on a host other than the loader's", () => {
    expect(
      readWith({ endpoints: { api: 'https://api.example/v2', rpc: 'https://rpc.example' } }).options.endpoints,
    ).toEqual({
      host: HOST,
      api: 'https://api.example/v2/',
      rpc: 'https://rpc.example',
    })
  })

  test('the host is the one that served the loader, whatever the options name', () => {
    expect(readWith({ endpoints: { host: 'https://other.example' } }).options.endpoints.host).toBe(HOST)
  })

  test('one account type, while the others keep their defaults', () => {
    expect(readWith({ defaultAccountTypes: { eip155: 'eoa' } }).options.defaultAccountTypes).toMatchObject({
      eip155: 'eoa',
      bip122: 'payment',
    })
  })
})

/** The services' JSON-RPC URL, used if no other node answers. */
const hosted = (chainId: string) => `https://wallet.example/v1/?${new URLSearchParams({ chainId, projectId: 'demo' })}`

describe('networks', () => {
  const network = (given: object, more: object = {}) =>
    read({ ...minimal, ...more, networks: [{ ...mainnet, ...given }] }).networks[0]

  test('without a family, a network is EVM and gets a CAIP-2 id', () => {
    expect(network({})).toEqual({
      id: 1,
      name: 'Ethereum',
      chainNamespace: 'eip155',
      caipNetworkId: 'eip155:1',
      nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
      rpcUrls: ['https://eth.example', hosted('eip155:1')],
      walletRpcUrls: ['https://eth.example'],
      testnet: false,
      imageUrl: 'https://wallet.example/public/networkImage/eip155%3A1',
    })
  })

  test('a network with a CAIP id belongs to the family in that id', () => {
    expect(network({ id: 'mainnet', caipNetworkId: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp' })).toMatchObject({
      chainNamespace: 'solana',
      caipNetworkId: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
    })
  })

  test("the site's endpoints come first, and each endpoint is listed once", () => {
    const customRpcUrls = { 'eip155:1': [{ url: 'https://own.example' }, { url: 'https://eth.example' }] }
    expect(network({}, { customRpcUrls })?.rpcUrls).toEqual([
      'https://own.example',
      'https://eth.example',
      hosted('eip155:1'),
    ])
  })

  test('a wallet gets the endpoint that is meant for wallets', () => {
    const rpcUrls = { default: { http: ['https://a.example/key'] }, chainDefault: { http: ['https://public.example'] } }
    expect(network({ rpcUrls })).toMatchObject({
      rpcUrls: ['https://a.example/key', hosted('eip155:1')],
      walletRpcUrls: ['https://public.example'],
    })
  })

  test('a network counts as a test network only if the site says so', () => {
    expect([network({ testnet: true })?.testnet, network({})?.testnet]).toEqual([true, false])
  })

  test("an image from the site takes precedence over the network's own image", () => {
    const assets = { imageUrl: 'https://img.example/eth.png' }
    expect(network({ assets })?.imageUrl).toBe('https://img.example/eth.png')
    expect(network({ assets }, { chainImages: { 1: '/eth.svg' } })?.imageUrl).toBe('/eth.svg')
  })

  test('an invalid network is reported and left out, and the other networks stay', () => {
    const { networks, problems, fatal } = read({ ...minimal, networks: [{ ...mainnet, name: '' }, polygon] })
    expect(networks.map(({ name }) => name)).toEqual(['Polygon'])
    expect(problems.map(({ message }) => message)).toEqual([
      'The option `networks.0.name` is not valid: Invalid length: Expected >=1 but received 0',
    ])
    expect(fatal).toBeUndefined()
  })

  test.each<[string, object]>([
    ['id', { id: 0 }],
    ['id', { id: 1.5 }],
    ['id', { id: '' }],
    ['nativeCurrency.decimals', { nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: -1 } }],
    ['nativeCurrency.decimals', { nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 400 } }],
    ['rpcUrls.default.http.0', { rpcUrls: { default: { http: ['javascript:alert(1)'] } } }],
    ['blockExplorers.default.url', { blockExplorers: { default: { url: 'explorer.example' } } }],
    ['chainNamespace', { chainNamespace: 'dogecoin' }],
    ['caipNetworkId', { caipNetworkId: 'dogecoin:1' }],
    ['assets.imageUrl', { assets: { imageUrl: 'javascript:alert(1)' } }],
  ])('an invalid %s is reported', (path, given) => {
    const [problem] = read({ ...minimal, networks: [{ ...mainnet, ...given }] }).problems
    expect(problem?.details.path).toBe(`networks.0.${path}`)
  })

  test.each<[string, unknown, string | undefined]>([
    ['one of the networks', polygon, 'eip155:137'],
    ['the CAIP id of one of them', { caipNetworkId: 'eip155:137' }, 'eip155:137'],
    ['a network that is not listed', { ...mainnet, id: 5 }, undefined],
    ['undefined', undefined, undefined],
    ['nonsense', 'eip155:137', undefined],
  ])('a default network given as %s counts only if it is on the list', (_, defaultNetwork, expected) => {
    expect(read({ ...minimal, networks: [mainnet, polygon], defaultNetwork }).defaultNetworkId).toBe(expected)
  })
})

describe('adapters', () => {
  test("are by default the built-in ones for the networks' families", () => {
    expect(read(minimal)).toMatchObject({ families: ['eip155'], ownAdapters: [], fatal: undefined })
  })

  test('given by name are those of this release', () => {
    expect(readWith({ adapters: ['eip155'] }).families).toEqual(['eip155'])
  })

  test("may be the site's own, even for a family without a built-in one", () => {
    const own = fakeAdapter({ namespace: 'bip122' })
    const { families, ownAdapters, fatal } = read({
      projectId: 'demo',
      networks: [mainnet, bitcoin],
      adapters: ['eip155', own],
    })
    expect(families).toEqual(['bip122', 'eip155'])
    expect(ownAdapters).toEqual([own])
    expect(fatal).toBeUndefined()
  })

  test('may be an empty list, which is the mode without adapters', () => {
    expect(readWith({ adapters: [] })).toMatchObject({ families: [], fatal: undefined, problems: [] })
  })

  test.each<[string, unknown, string]>([
    ['a value that is not a list', 'eip155', 'adapters'],
    ['an unknown family', ['eip155', 'dogecoin'], 'adapters.1'],
    ['an object that is not an adapter', ['eip155', { namespace: 'eip155', connect() {} }], 'adapters.1'],
    ['an adapter of an unknown family', ['eip155', { ...fakeAdapter(), namespace: '__proto__' }], 'adapters.1'],
    ['a null entry', ['eip155', null], 'adapters.1'],
  ])('%s is reported, and the other adapters stay', (_, adapters, path) => {
    const { problems, families, ownAdapters, fatal } = readWith({ adapters })
    expect(problems.map(({ code, details }) => [code, details.path])).toEqual([['options.invalid', path]])
    expect(families).toEqual(['eip155'])
    expect(ownAdapters).toEqual([])
    expect(fatal).toBeUndefined()
  })
})

describe("the site's own wallets", () => {
  const provider = { request: async () => null }
  const wallet = { id: 'shop.wallet', name: 'Shop Wallet', namespace: 'eip155', provider }

  test('are passed on with their providers unchanged', () => {
    const more = { imageUrl: '/wallet.svg', explorerId: 'ab12' }
    const { ownConnectors, problems } = readWith({ connectors: [wallet, { ...wallet, ...more, id: 'other' }] })
    expect(problems).toEqual([])
    const { provider: _, ...data } = wallet
    expect(ownConnectors).toEqual([
      { provider, connector: { ...data, type: 'EXTERNAL' } },
      { provider, connector: { ...data, ...more, id: 'other', type: 'EXTERNAL' } },
    ])
    expect(ownConnectors[0]?.provider).toBe(provider)
  })

  test('are absent by default', () => {
    expect(read(minimal).ownConnectors).toEqual([])
  })

  test.each<[string, object, string]>([
    ['an empty id', { id: '' }, 'connectors.1.id'],
    ['a reserved id', { id: 'WalletConnect' }, 'connectors.1.id'],
    ['the id of another wallet', { id: 'SHOP.wallet' }, 'connectors.1.id'],
    ['no name', { name: undefined }, 'connectors.1.name'],
    ['a family that is not EVM', { namespace: 'solana' }, 'connectors.1.namespace'],
    ['an image that could run', { imageUrl: 'javascript:alert(1)' }, 'connectors.1.imageUrl'],
    ['no provider', { provider: undefined }, 'connectors.1.provider'],
    ['a provider without a request method', { provider: { send() {} } }, 'connectors.1.provider'],
  ])('with %s are reported, and the other wallets stay', (_, wrong, path) => {
    const second = { ...wallet, id: 'second', ...wrong }
    const { ownConnectors, problems, fatal } = readWith({ connectors: [wallet, second] })
    expect(problems.map(({ code, details }) => [code, details.path])).toEqual([['options.invalid', path]])
    expect(ownConnectors.map(({ connector }) => connector.id)).toEqual(['shop.wallet'])
    expect(fatal).toBeUndefined()
  })

  test('must be a list', () => {
    expect(readWith({ connectors: wallet }).problems[0]?.details.path).toBe('connectors')
  })
})

describe('the origins that may report a Safe', () => {
  test.each([[['https://safe.example', 'http://localhost:4300']], [[]]])('are set by the site: %p', (safeOrigins) => {
    expect(readWith({ safeOrigins })).toMatchObject({ problems: [], options: { safeOrigins } })
  })

  test.each(['https://safe.example/', 'https://safe.example/apps', 'safe.example', '*', 'null'])(
    'must be origins: %s is reported, and only the default origin is trusted',
    (origin) => {
      const { problems, options } = readWith({ safeOrigins: [origin] })
      expect(problems.map(({ details }) => details.path)).toEqual(['safeOrigins.0'])
      expect(options.safeOrigins).toEqual(['https://app.safe.global'])
    },
  )
})

describe('fatal errors, with their exact words', () => {
  test.each<[string, object, ErrorCode, string]>([
    ['no networks', { networks: undefined }, 'options.clientsMissing', 'Network and connection clients must be set'],
    [
      'an empty list of networks',
      { networks: [] },
      'options.clientsMissing',
      'Network and connection clients must be set',
    ],
    [
      'networks that are all wrong',
      { networks: [{}] },
      'options.clientsMissing',
      'Network and connection clients must be set',
    ],
    [
      'networks that are not a list',
      { networks: 'eip155:1' },
      'options.clientsMissing',
      'Network and connection clients must be set',
    ],
    [
      'a network whose family has no adapter',
      { networks: [mainnet, bitcoin] },
      'adapter.missing',
      "Adapter for namespace bip122 doesn't exist",
    ],
    [
      'a family without its adapter',
      { adapters: ['solana'] },
      'adapter.missing',
      "Adapter for namespace eip155 doesn't exist",
    ],
    [
      'two ways to sign in',
      { siwx: {}, siweConfig: {} },
      'options.siwxConflict',
      'Cannot set both `siweConfig` and `siwx` options',
    ],
  ])('%s', (_, more, code, message) => {
    expect(readWith(more).fatal).toMatchObject({ code, message })
  })

  test('a single sign-in option is valid', () => {
    expect([readWith({ siwx: {} }).fatal, readWith({ siweConfig: {} }).fatal]).toEqual([undefined, undefined])
  })
})

describe('an invalid option is reported, and its default is used', () => {
  test.each([[undefined], [''], [null]])(
    'a project id of %p counts as missing: the error is APKT008, and nothing else fails',
    (projectId) => {
      const { problems, fatal, networks } = readWith({ projectId })
      expect(problems[0]).toMatchObject({ code: 'options.projectIdMissing', message: 'Project ID Missing' })
      expect(fatal).toBeUndefined()
      expect(networks).toHaveLength(1)
    },
  )

  test.each<[string, object, string]>([
    [
      'themeMode',
      { themeMode: 'pink' },
      'The option `themeMode` is not valid: Invalid type: Expected ("dark" | "light") but received "pink"',
    ],
    ['debug', { debug: 'no' }, 'The option `debug` is not valid: Invalid type: Expected boolean but received "no"'],
    [
      'features.receive',
      { features: { receive: 1 } },
      'The option `features.receive` is not valid: Invalid type: Expected boolean but received 1',
    ],
    [
      'termsConditionsUrl',
      { termsConditionsUrl: 'javascript:alert(1)' },
      'The option `termsConditionsUrl` is not valid: must begin with https:// or http://',
    ],
    [
      'connectorImages',
      { connectorImages: { harbor: 'javascript:alert(1)' } },
      'The option `connectorImages.harbor` is not valid: must be an http(s) or data:image URL',
    ],
  ])('%s', (name, more, message) => {
    const { problems, options } = readWith(more)
    expect(problems.map((problem) => problem.message)).toEqual([message])
    const key = name.split('.')[0] as keyof ResolvedOptions
    expect(options[key]).toEqual(read(minimal).options[key])
  })

  test('several errors are in the order of the options, the missing project id first', () => {
    const { problems } = readWith({ projectId: '', debug: 1, themeMode: 1, locale: 'x' })
    expect(problems.map(({ details, code }) => details.path ?? code)).toEqual([
      'options.projectIdMissing',
      'locale',
      'themeMode',
      'debug',
    ])
  })

  test.each<[string, object, string]>([
    [
      'siwx',
      {},
      'The option `siwx` is not valid: must have createMessage, addSession, revokeSession, setSessions, getSessions',
    ],
    [
      'siwx',
      { createMessage() {}, addSession() {}, revokeSession: 'no', setSessions() {}, getSessions() {} },
      'The option `siwx` is not valid: must have revokeSession',
    ],
    [
      'siweConfig',
      { getNonce() {}, createMessage() {}, getSession() {} },
      'The option `siweConfig` is not valid: must have verifyMessage, signOut',
    ],
  ])(
    'a `%s` that cannot sign visitors in is reported with its missing methods, but still used',
    (name, plugIn, message) => {
      const { problems, plugIns } = readWith({ [name]: plugIn })
      expect(problems.map((problem) => problem.message)).toEqual([message])
      expect(plugIns.signInFault).toBe(problems[0])
      expect(plugIns[name as 'siwx']).toBe(plugIn)
    },
  )

  test('a valid sign-in option causes no error, nor does a missing one', () => {
    const methods = { createMessage() {}, addSession() {}, revokeSession() {}, setSessions() {}, getSessions() {} }
    for (const given of [{}, { siwx: methods }, { siwx: undefined, siweConfig: null }])
      expect(readWith(given).plugIns.signInFault).toBeUndefined()
  })

  test('an endless string is not repeated in its error message', () => {
    const [problem] = readWith({ themeMode: 'x'.repeat(100_000) }).problems
    expect(problem?.message.length).toBeLessThan(500)
  })
})

describe('invalid types of options', () => {
  const throwing = (...keys: string[]) =>
    Object.defineProperties(
      { ...minimal },
      Object.fromEntries(
        keys.map((key) => [
          key,
          {
            enumerable: true,
            get() {
              throw new Error('not yours')
            },
          },
        ]),
      ),
    )

  test.each(['projectId', 'networks', 'adapters', 'defaultNetwork', 'features', 'themeVariables'])(
    'a `%s` that throws when read counts as missing',
    (key) => {
      const { problems, fatal } = read(throwing(key))
      expect(codes(problems)).toEqual(key === 'projectId' ? ['options.projectIdMissing'] : [])
      expect(fatal?.code).toBe(key === 'networks' ? 'options.clientsMissing' : undefined)
    },
  )

  test.each(['siwx', 'siweConfig'])(
    'a `%s` that throws when read counts as present but unable to sign visitors in',
    (key) => {
      const { problems, fatal, plugIns } = read(throwing(key))
      expect([codes(problems), fatal]).toEqual([['options.invalid'], undefined])
      expect(plugIns.signInFault).toBe(problems[0])
    },
  )

  test('an invalid part of `features` does not affect the other parts', () => {
    const { problems, options } = readWith({ features: { email: 'yes', receive: false, swaps: ['1inch'] } })
    expect(problems.map(({ details }) => details.path)).toEqual(['features.email'])
    expect(options.localFeatures).toEqual({ receive: false, swaps: ['1inch'] })
  })

  test.each([
    ['an EVM id that is not a chain id', { id: 'abc' }],
    ['a family that contradicts the CAIP-2 id', { chainNamespace: 'solana', caipNetworkId: 'eip155:1' }],
    ['an id that contradicts the CAIP-2 id', { id: 5, caipNetworkId: 'eip155:1' }],
    ['no node URL', { rpcUrls: { default: { http: [] } } }],
  ])('a network with %s is reported and left out', (_, wrong) => {
    const [good] = minimal.networks
    const { problems, networks } = readWith({ networks: [good, { ...good, ...wrong }] })
    expect(codes(problems)).toEqual(['options.invalid'])
    expect(problems[0]?.details.path).toMatch(/^networks\.1/)
    expect(networks).toHaveLength(1)
  })

  test('a network that is listed twice is used once', () => {
    const [good] = minimal.networks
    const { problems, networks } = readWith({ networks: [good, good] })
    expect(problems[0]?.message).toContain('listed twice')
    expect(networks).toHaveLength(1)
  })

  test('a value that throws when read is reported', () => {
    const features = Object.defineProperty({}, 'receive', {
      enumerable: true,
      get() {
        throw new Error('not yours')
      },
    })
    const { problems, options } = readWith({ features })
    expect(problems.map(({ details }) => details.path)).toEqual(['features.receive'])
    expect(options.features.receive).toBe(true)
  })

  test('options do not change once they have been read', () => {
    const themeVariables: Record<string, unknown> = { '--w3m-accent': 'red' }
    const { options } = readWith({ themeVariables })
    themeVariables['--w3m-accent'] = { toString: 'no text' }
    expect(options.themeVariables).toEqual({ '--w3m-accent': 'red' })
  })

  test('unknown fields are not passed on', () => {
    const { options } = readWith({ unknown: () => {}, features: { receive: true, teleport: () => {} } })
    expect(options).not.toHaveProperty('unknown')
    expect(options.features).not.toHaveProperty('teleport')
    expect(options.localFeatures).toEqual({ receive: true })
  })

  const plain = (value: unknown): boolean => value === undefined || JSON.stringify(value) !== undefined

  function mustHold(given: unknown): void {
    const result = read(given)
    const { options, problems, fatal, networks, families, ownAdapters } = result
    expect(Object.keys(options)).toEqual(expect.arrayContaining(['projectId', 'features', 'themeMode', 'endpoints']))
    expect(structuredClone(options)).toEqual(options) // plain data can be logged, compared and kept in the store
    expect(plain(options)).toBe(true)
    expect([...problems, ...(fatal ? [fatal] : [])].every(isModalError)).toBe(true)
    expect(networks.every(({ caipNetworkId, rpcUrls }) => caipNetworkId && Array.isArray(rpcUrls))).toBe(true)
    expect(families.every((family) => typeof family === 'string')).toBe(true)
    expect(ownAdapters.every((adapter: ChainAdapter) => typeof adapter.connect === 'function')).toBe(true)
    if (networks.length === 0) expect(fatal).toBeDefined()
  }

  const exotic = fc.oneof(
    fc.anything({ withBigInt: true, withDate: true, withMap: true, withNullPrototype: true, withSparseArray: true }),
    fc.constantFrom<unknown>(Symbol('x'), () => 'x', class {}, /x/, new Error('x'), Number.NaN, -0, 'x'.repeat(50_000)),
    fc.constant(null).map(() => {
      const cyclic: Record<string, unknown> = {}
      cyclic.self = cyclic
      return cyclic
    }),
    fc.string().map((message) => ({
      get name(): string {
        throw new Error(message)
      },
    })),
  )
  const keys = [...Object.keys(optionSchemas), 'networks', 'adapters', 'defaultNetwork', 'siwx', 'siweConfig']

  test('any value in place of the options results in a clear error or in defaults', () => {
    fc.assert(fc.property(exotic, mustHold), { numRuns: 200 })
  })

  test('any value in one option results in a clear error or in its default', () => {
    fc.assert(
      fc.property(fc.constantFrom(...keys), exotic, (key, value) => mustHold({ ...minimal, [key]: value })),
      { numRuns: 500 },
    )
  })

  test('any values in several options, lists and networks result in clear errors and defaults', () => {
    const entry = fc.oneof(exotic, fc.constantFrom<unknown>(mainnet, bitcoin, 'eip155', 'solana', ethereum, true, []))
    const value = fc.oneof(entry, fc.array(entry, { maxLength: 4 }), fc.dictionary(fc.string(), entry, { maxKeys: 4 }))
    fc.assert(
      fc.property(fc.dictionary(fc.constantFrom(...keys), value, { maxKeys: 8 }), (given) => mustHold(given)),
      { numRuns: 300 },
    )
  })

  test('whatever one field of a network contains, the network is complete, or is reported and left out', () => {
    const fields = [...Object.keys(mainnet), 'testnet', 'assets', 'blockExplorers', 'chainNamespace', 'caipNetworkId']
    fc.assert(
      fc.property(fc.constantFrom(...fields), exotic, (field, value) =>
        mustHold({ projectId: 'demo', networks: [{ ...mainnet, [field]: value }, polygon] }),
      ),
      { numRuns: 300 },
    )
  })

  test('any JSON results in a clear error or in defaults', () => {
    fc.assert(
      fc.property(fc.json(), (text) => mustHold(JSON.parse(text))),
      { numRuns: 200 },
    )
  })
})
