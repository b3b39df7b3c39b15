/** @jest-environment jsdom */
import { isModalError, type ViewName } from '@portico/contracts'
import { verifyIndex } from '@portico/contracts/services/verifyIndex'
import {
  ADDRESS,
  type FakeProvider,
  fakeProvider,
  fillBrowserGaps,
  OTHER_ADDRESS,
  walletError,
} from '@portico/contracts/testing'
import fc from 'fast-check'
import { act } from 'react'
import { createModal, startParts } from './createModal.ts'
import type { LoaderContext } from './loader/protocol.ts'
import type { PorticoOptions } from './options/types.ts'
import type { PorticoModal } from './site/publicApi.ts'

// Tests with many modals, wallets or options are slow on a busy machine.
jest.setTimeout(30_000)

// These tests do not need the federation runtime, which is a separate chunk.
jest.mock('./releases/featuresCode.ts', () => ({
  loadRemoteCode: () => Promise.reject(new Error('no remote can be had here')),
  loadRemoteMessages: async () => ({}),
}))

// There is no relay here, so every pairing fails.
jest.mock('./pairing/client.ts', () => ({
  createClient: () => Promise.reject(new Error('no relay can be had here')),
}))

const HOST = 'https://wallet.example/'
const mainnet = {
  id: 1,
  name: 'Ethereum',
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  rpcUrls: { default: { http: ['https://eth.example'] } },
}
const minimal: PorticoOptions = { projectId: 'demo', networks: [mainnet] }
const CONFIG = JSON.stringify({ features: [] })

Object.assign(globalThis, { __SHELL_VERSION__: '0.0.0', __MESSAGE_HASHES__: { en: '' }, __LATER_MESSAGE_HASHES__: {} })
beforeAll(fillBrowserGaps)

let said: string[]
beforeEach(() => {
  said = []
  jest.spyOn(console, 'error').mockImplementation((...parts) => void said.push(parts.map(String).join(' ')))
  jest.spyOn(console, 'warn').mockImplementation(() => {})
  globalThis.fetch = jest.fn(() => Promise.reject(new TypeError('Failed to fetch'))) as never
})

const modals = new Set<PorticoModal>()
const removed: (() => void)[] = []

async function takeAway(): Promise<void> {
  for (const modal of modals) await act(() => modal.dispose())
  modals.clear()
  for (const undo of removed.splice(0)) undo()
  localStorage.clear()
}

afterEach(async () => {
  jest.useRealTimers()
  await takeAway()
  jest.restoreAllMocks()
})

interface Served {
  readonly config?: string | Promise<Response>
  readonly release?: string
}

const answer = (text: string | undefined): Promise<Response> => {
  const response =
    text === undefined ? Promise.reject(new TypeError('Failed to fetch')) : Promise.resolve(new Response(text))
  response.catch(() => {})
  return response
}

async function mount(options: unknown = minimal, { config = CONFIG, release }: Served = {}): Promise<PorticoModal> {
  const context: LoaderContext = {
    host: HOST,
    keys: [],
    verifyIndex,
    sdkVersion: 'html-ethers-1.7.19',
    early: { release: answer(release), config: typeof config === 'string' ? answer(config) : config },
  }
  const modal = await act(async () => createModal(options as PorticoOptions, context))
  modals.add(modal)
  return modal
}

/** Installs a browser wallet before the modal exists. */
function install(provider: FakeProvider, name = 'Harbor', rdns = 'io.harbor'): void {
  const detail = { info: { uuid: rdns, name, rdns, icon: '' }, provider }
  const announce = () => dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }))
  addEventListener('eip6963:requestProvider', announce)
  removed.push(() => removeEventListener('eip6963:requestProvider', announce))
}

const elements = () => [...document.querySelectorAll('portico-modal')]
const inShadow = <E extends Element = HTMLElement>(selector: string) => [
  ...(elements()[0]?.shadowRoot?.querySelectorAll<E>(selector) ?? []),
]
const view = () => inShadow('[data-view]')[0]
const viewName = () => view()?.dataset.view
const text = () => view()?.textContent ?? ''
const isLocked = () => document.documentElement.style.overflow === 'hidden'

/** Expects what every open modal must show: a window, a title, and some content. */
function expectSomethingToSee(): void {
  expect(inShadow('[data-testid="w3m-modal-card"]')).toHaveLength(1)
  expect(inShadow('h1')[0]?.textContent).not.toBe('')
  expect(text()).not.toBe('')
}

/** Runs work that must either succeed or fail with one of our errors. */
async function settle(work: () => Promise<unknown>): Promise<unknown> {
  let reason: unknown
  await act(async () => {
    reason = await work().then(
      () => undefined,
      (error: unknown) => error,
    )
  })
  if (reason !== undefined) expect(isModalError(reason)).toBe(true)
  return reason
}

const press = (name: RegExp) =>
  act(async () => {
    const button = inShadow<HTMLButtonElement>('button').find((one) =>
      name.test(one.getAttribute('aria-label') ?? one.textContent ?? ''),
    )
    if (!button) throw new Error(`no button is called ${name}`)
    button.click()
  })

describe('one modal', () => {
  test('opens on Connect, connects a wallet, shows the account and disconnects', async () => {
    install(fakeProvider())
    const modal = await mount()
    await settle(() => modal.ready())
    await settle(() => modal.open())
    expect(viewName()).toBe('Connect')
    await press(/^Harbor|HHarbor/)
    expect(modal.getAccount()).toMatchObject({ isConnected: true, address: ADDRESS })
    await settle(() => modal.open())
    expect(viewName()).toBe('Account')
    await press(/Disconnect/)
    expect(modal.getAccount()).toMatchObject({ isConnected: false, status: 'disconnected' })
    expect(modal.isOpen()).toBe(false)
  })

  test('is connected again at the next visit, without asking', async () => {
    const provider = fakeProvider()
    install(provider)
    const first = await mount()
    await settle(() => first.open())
    await press(/Harbor/)
    await act(() => first.dispose())
    modals.delete(first)
    provider.requests.length = 0
    const second = await mount()
    await settle(() => second.ready())
    expect(second.getIsConnectedState()).toBe(true)
    expect(provider.methods).not.toContain('eth_requestAccounts')
  })

  test('leaves no trace when it is disposed of', async () => {
    const before = document.documentElement.outerHTML
    const modal = await mount()
    await settle(() => modal.open())
    await act(() => modal.dispose())
    modals.delete(modal)
    expect(document.documentElement.outerHTML).toBe(
      before.replace(/ style=""/, document.documentElement.hasAttribute('style') ? ' style=""' : ''),
    )
    expect(isLocked()).toBe(false)
  })

  test('does nothing after it is disposed of, and does not affect another modal of its project', async () => {
    const provider = fakeProvider()
    install(provider)
    const first = await mount()
    await settle(() => first.open())
    await press(/Harbor/)
    await act(() => first.dispose())
    modals.delete(first)
    for (const undo of removed.splice(0)) undo()
    // The wallet appears late: this modal times out only after it has been disposed of.
    const late = await mount()
    await act(() => late.dispose())
    modals.delete(late)
    await act(async () => {})
    expect(Object.keys(localStorage)).toContain('@portico/demo/connections')
  })

  test('opens without opening a second modal on the page', async () => {
    const [one, two] = [await mount({ ...minimal, storageKey: 'one' }), await mount({ ...minimal, storageKey: 'two' })]
    await settle(() => one.open())
    expect([one.isOpen(), two.isOpen()]).toEqual([true, false])
    expect(elements()).toHaveLength(2)
  })
})

describe("a provider's result in the URL of a mini app", () => {
  const result = (url: string) => `/?item=3&result_uri=${encodeURIComponent(url)}`
  afterEach(() => history.replaceState(null, '', '/'))

  test("is removed from the page's URL, and opens nothing outside Telegram", async () => {
    history.replaceState(null, '', result(`${HOST}back?code=1&state=2`))
    await mount({ ...minimal, endpoints: { secureSite: HOST } })
    expect(location.search).toBe('?item=3')
    expect(elements()).toHaveLength(1)
    expect(view()).toBeUndefined()
  })

  test('is distinguished from a parameter of the site', async () => {
    const own = result('https://shop.example/done')
    history.replaceState(null, '', own)
    await mount()
    expect(location.pathname + location.search).toBe(own)
  })
})

describe('invalid options', () => {
  test('without a project id, APKT008 is shown and `ready` rejects, but a wallet can still be connected', async () => {
    install(fakeProvider())
    const modal = await mount({ networks: [mainnet] })
    await expect(modal.ready()).rejects.toMatchObject({
      code: 'options.projectIdMissing',
      message: 'Project ID Missing',
    })
    await settle(() => modal.open())
    expect(inShadow('[role=alert]')[0]?.textContent).toBe('Project ID Missing APKT008')
    await press(/Harbor/)
    expect(modal.getIsConnectedState()).toBe(true)
  })

  test.each<[string, unknown, string]>([
    ['no networks', { projectId: 'demo' }, 'Network and connection clients must be set'],
    ['no adapter for a network', { ...minimal, adapters: ['solana'] }, "Adapter for namespace eip155 doesn't exist"],
    [
      'two ways to sign in',
      { ...minimal, siwx: {}, siweConfig: {} },
      'Cannot set both `siweConfig` and `siwx` options',
    ],
    ['no options at all', null, 'Network and connection clients must be set'],
  ])('%s: `ready` rejects, the window shows the error, and the page is unaffected', async (_, options, message) => {
    const modal = await mount(options)
    await expect(modal.ready()).rejects.toMatchObject({ message })
    expect(said.join()).toContain(message)
    await settle(() => modal.open())
    expect(viewName()).toBe('InitialisationFailed')
    expect(text()).toContain(message)
    await press(/^Close$/)
    expect(isLocked()).toBe(false)
  })

  test('without adapters there is no way to connect, and the window says so', async () => {
    const modal = await mount({ ...minimal, adapters: [] })
    await settle(() => modal.ready())
    await settle(() => modal.open())
    expect(viewName()).toBe('ConnectingWalletConnectBasic')
    expectSomethingToSee()
  })

  test('an adapter of the site that throws synchronously does not break the modal', async () => {
    const broken = () => {
      throw new Error('a mistake of the site')
    }
    const names = ['connect', 'restore', 'disconnect', 'getBalance', 'signMessage', 'getProvider', 'watchConnection']
    const own = Object.fromEntries([...names, 'watchConnectors'].map((name) => [name, broken]))
    install(fakeProvider())
    const modal = await mount({ ...minimal, adapters: [{ namespace: 'solana', ...own }, 'eip155'] })
    await settle(() => modal.open())
    expect(text()).toContain('Harbor')
  })
})

describe('a modal embedded in the page', () => {
  const embedded = { ...minimal, enableEmbedded: true }

  test('is visible from the start, and sends events from the start', async () => {
    const modal = await mount(embedded)
    const heard: string[] = []
    modal.subscribeEvents(({ data }) => void heard.push(data.event))
    install(fakeProvider())
    await act(async () => void dispatchEvent(new Event('eip6963:requestProvider')))
    expect(viewName()).toBe('Connect')
    expect(modal.getEvent()?.data.event).toBe('INITIALIZE')
    await press(/Harbor/)
    expect(viewName()).toBe('Account')
    expect(heard).toContain('CONNECT_SUCCESS')
  })

  test('shows the same view as an opened modal: that there are no adapters, or the error in the options', async () => {
    await mount({ ...embedded, adapters: [] })
    expect(viewName()).toBe('ConnectingWalletConnectBasic')
    await takeAway()
    await mount({ projectId: 'demo', enableEmbedded: true })
    expect(viewName()).toBe('InitialisationFailed')
    expect(text()).toContain('Network and connection clients must be set')
  })

  test('requests configuration and releases once a minute', async () => {
    jest.useFakeTimers()
    await mount(embedded)
    await act(() => jest.advanceTimersByTimeAsync(30_000))
    jest.mocked(fetch).mockClear()
    await act(() => jest.advanceTimersByTimeAsync(60_000))
    const requested = jest.mocked(fetch).mock.calls.map(([url]) => String(url).replace(/\?.*/, ''))
    // The previous test's code may request the balance even now.
    const both = [`${HOST}appkit/v1/config`, `${HOST}release-index.txt`]
    expect(requested.filter((url) => both.includes(url)).sort()).toEqual(both)
  })
})

describe('opening', () => {
  test.each<[string, unknown]>([
    ['an unknown view', { view: 'Teleport' }],
    ['a view of a feature that is off', { view: 'WalletReceive' }],
    ['a view that needs an account, without a connection', { view: 'Account' }],
    ['the name of an inherited property', { view: 'constructor' }],
    ['the name of another inherited property', { view: '__proto__' }],
  ])('%s: the visitor sees Connect, and the caller gets an error that names the view', async (_, options) => {
    const modal = await mount()
    const { view: requested } = options as { view: ViewName }
    expect(await settle(() => modal.open(options as never))).toMatchObject({
      code: 'view.unavailable',
      details: { view: requested },
    })
    expect(viewName()).toBe('Connect')
  })

  test('as a click handler, with the event as the options, simply opens', async () => {
    const modal = await mount()
    await act(() => modal.open(new MouseEvent('click', { view: window }) as never))
    expect(viewName()).toBe('Connect')
  })

  test('with null, simply opens', async () => {
    const modal = await mount()
    expect(await settle(() => modal.open(null as never))).toBeUndefined()
    expect(viewName()).toBe('Connect')
  })

  test('with any argument, opens, and throws nothing but a ModalError', async () => {
    const modal = await mount()
    const given = fc.oneof(
      fc.anything(),
      fc.record({ view: fc.anything(), namespace: fc.anything(), arguments: fc.anything() }, { requiredKeys: [] }),
      fc.record({ view: fc.constantFrom('Connect', 'Networks', 'SwitchNetwork', 'ConnectingExternal', 'toString') }),
    )
    await fc.assert(
      fc.asyncProperty(given, async (options) => {
        await settle(() => modal.open(options as never))
        expectSomethingToSee()
        await settle(() => modal.close())
      }),
      { numRuns: 30 },
    )
  })

  test('waits at most 300 ms for the configuration; closing meanwhile cancels the opening', async () => {
    jest.useFakeTimers({ doNotFake: ['nextTick', 'queueMicrotask'] })
    const never = new Promise<Response>(() => {})
    const modal = await mount(minimal, { config: never })
    let opening = modal.open().catch(() => {})
    await act(async () => jest.advanceTimersByTimeAsync(299))
    expect(modal.isOpen()).toBe(false)
    await act(async () => jest.advanceTimersByTimeAsync(1))
    await opening
    expect(modal.isOpen()).toBe(true)
    await takeAway()

    const other = await mount(minimal, { config: never })
    opening = other.open().catch(() => {})
    await act(() => other.close())
    await act(async () => jest.advanceTimersByTimeAsync(1_000))
    await opening
    expect(other.isOpen()).toBe(false)
    jest.useRealTimers()
  })

  test('and closing in any order leaves at most one window, and the page scrolls again once it is closed', async () => {
    const step = fc.constantFrom<(modal: PorticoModal) => unknown>(
      (modal) => modal.open(),
      (modal) => modal.open({ view: 'Networks' }),
      (modal) => modal.open({ view: 'WhatIsAWallet' }),
      (modal) => modal.open({ view: 'Teleport' as ViewName }),
      (modal) => modal.close(),
      () => Promise.resolve(),
    )
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(step, fc.boolean()), { maxLength: 12 }), async (steps) => {
        const modal = await mount()
        await act(async () => {
          for (const [run, isAwaited] of steps) {
            const work = Promise.resolve(run(modal)).catch((error) => expect(isModalError(error)).toBe(true))
            if (isAwaited) await work
          }
        })
        expect(inShadow('[data-testid="w3m-modal-card"]')).toHaveLength(modal.isOpen() ? 1 : 0)
        expect(isLocked()).toBe(modal.isOpen())
        await settle(() => modal.close())
        expect(inShadow('[data-testid="w3m-modal-card"]')).toHaveLength(0)
        expect(isLocked()).toBe(false)
        await takeAway()
        expect(elements()).toHaveLength(0)
      }),
      { numRuns: 40 },
    )
  })
})

describe('the API for the page', () => {
  const polygon = { ...mainnet, id: 137, name: 'Polygon' }
  const both: PorticoOptions = { projectId: 'demo', networks: [mainnet, polygon] }

  async function connectedModal(options: unknown = both) {
    const provider = fakeProvider()
    install(provider)
    const modal = await mount(options)
    await settle(() => modal.open())
    await press(/Harbor/)
    return { modal, provider }
  }

  test('§5: switching to a network that the page does not have raises the alert APKT001', async () => {
    const modal = await mount(both)
    await settle(() => modal.open())
    await settle(() => modal.switchNetwork(5))
    expect(inShadow('[role=alert]')[0]?.textContent).toBe('Network Not Found APKT001')
    expect(modal.getCaipNetworkId()).toBe('eip155:1')
    const error = await settle(() => modal.switchNetwork({ id: 5 }, { throwOnFailure: true }))
    expect(error).toMatchObject({ code: 'network.notFound' })
  })

  test.each<[string, unknown]>([
    ['its number', 137],
    ['its CAIP id', 'eip155:137'],
    ['the network itself', polygon],
  ])('a network can be given as %s', async (_, network) => {
    const { modal } = await connectedModal()
    await settle(() => modal.switchNetwork(network as number))
    expect(modal.getCaipNetworkId()).toBe('eip155:137')
    expect(modal.getChainId()).toBe(137)
  })

  test('if the wallet refuses a switch, the window shows the error, which is thrown only on request', async () => {
    const { modal, provider } = await connectedModal()
    provider.refuse('wallet_switchEthereumChain', walletError(4001))
    await settle(() => modal.open())
    expect(await settle(() => modal.switchNetwork(137))).toBeUndefined()
    expect(inShadow('[data-testid="wui-snackbar-message"]')[0]?.textContent).toBe('Switch declined')
    const error = await settle(() => modal.switchNetwork(137, { throwOnFailure: true }))
    expect(error).toMatchObject({ code: 'chain.switchDeclined' })
    expect(modal.getChainId()).toBe(1)
  })

  test('a switch that fails while the modal is closed leaves no message for the next opening', async () => {
    const { modal, provider } = await connectedModal()
    provider.refuse('wallet_switchEthereumChain', walletError(4001))
    await settle(() => modal.switchNetwork(137))
    await settle(() => modal.open())
    expect(inShadow('[data-testid="wui-snackbar-message"]')).toHaveLength(0)
  })

  test('a window that opens by itself is reported like any other opening', async () => {
    const { modal, provider } = await connectedModal()
    const heard: string[] = []
    modal.subscribeEvents(({ data }) => void heard.push(data.event))
    await act(async () => provider.emit('chainChanged', '0x38'))
    expect(viewName()).toBe('UnsupportedChain')
    expect(heard).toEqual(['MODAL_OPEN'])
  })

  test('disconnecting an unknown family fails', async () => {
    const { modal } = await connectedModal()
    await settle(() => modal.disconnect('bogus' as 'eip155'))
    expect(modal.getIsConnectedState()).toBe(true)
  })

  test("opening with a family returns to the family's last network, also at the next visit", async () => {
    const silent = { watchConnectors: () => {}, watchConnection: () => {}, getProvider: () => undefined }
    const methods = ['connect', 'restore', 'disconnect', 'getBalance', 'signMessage']
    const no = Object.fromEntries(methods.map((method) => [method, () => Promise.reject(new Error('no'))]))
    const polygon = { ...mainnet, id: 137, name: 'Polygon' }
    const solana = { ...mainnet, id: 'devnet', caipNetworkId: 'solana:devnet' }
    const own = { namespace: 'solana', ...silent, ...no }
    const options = { ...minimal, networks: [mainnet, polygon, solana], adapters: ['eip155', own] }
    const modal = await mount(options)
    for (const network of [137, 'devnet']) await settle(() => modal.switchNetwork(network as never))
    await settle(() => modal.open({ namespace: 'eip155' }))
    expect(modal.getCaipNetworkId()).toBe('eip155:137')

    await settle(() => modal.switchNetwork('devnet' as never))
    await act(() => modal.dispose())
    modals.delete(modal)
    const again = await mount(options)
    expect(again.getCaipNetworkId()).toBe('solana:devnet')
    await settle(() => again.open({ namespace: 'eip155' }))
    expect(again.getCaipNetworkId()).toBe('eip155:137')
  })

  test('§8: a failed disconnect reports the error of each family', async () => {
    const own = {
      namespace: 'solana',
      watchConnectors: (onChange: (list: readonly object[]) => void) =>
        onChange([{ id: 'lantern', name: 'Lantern', type: 'ANNOUNCED', namespace: 'solana' }]),
      watchConnection: () => {},
      connect: async () => ({
        connectorId: 'lantern',
        accounts: [{ address: 'So11111111111111111111111111111111111111112' }],
        caipNetworkId: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
      }),
      restore: async () => undefined,
      disconnect: () => Promise.reject(new Error('the lantern stays lit')),
      getBalance: () => Promise.reject(new Error('no')),
      signMessage: () => Promise.reject(new Error('no')),
      getProvider: () => undefined,
    }
    const solana = {
      ...mainnet,
      id: '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
      caipNetworkId: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
    }
    const modal = await mount({ ...minimal, networks: [solana], adapters: [own] })
    await settle(() => modal.open())
    await press(/Lantern/)
    const error = await settle(() => modal.disconnect())
    expect(error).toMatchObject({
      code: 'connection.disconnectFailed',
      message: 'Failed to disconnect',
      cause: { message: 'Failed to disconnect chains: the lantern stays lit' },
    })
    expect(modal.getIsConnectedState()).toBe(false)
  })

  test("the wallet's provider is available while the wallet is connected", async () => {
    const { modal, provider } = await connectedModal()
    expect(modal.getWalletProvider()).toBe(provider)
    expect(modal.getProvider('eip155')).toBe(provider)
    await settle(() => modal.disconnect())
    expect(modal.getWalletProvider()).toBeUndefined()
  })

  test('a subscription gets each change once, until it ends', async () => {
    const { modal, provider } = await connectedModal()
    const addresses: (string | undefined)[] = []
    const stop = modal.subscribeAccount(({ address }) => void addresses.push(address))
    await act(async () => provider.emit('accountsChanged', [OTHER_ADDRESS]))
    await act(async () => provider.emit('accountsChanged', [OTHER_ADDRESS]))
    stop()
    await act(async () => provider.emit('accountsChanged', [ADDRESS]))
    expect(addresses).toEqual([OTHER_ADDRESS])
  })

  test('a listener of the page that throws affects neither the modal nor other listeners', async () => {
    const { modal, provider } = await connectedModal()
    const heard = jest.fn()
    modal.subscribeAccount(() => {
      throw new Error('a mistake of the page')
    })
    modal.subscribeAccount(heard)
    await act(async () => provider.emit('accountsChanged', [OTHER_ADDRESS]))
    expect(heard).toHaveBeenCalledTimes(1)
    expect(modal.getAddress()).toBe(OTHER_ADDRESS)
  })

  test('if the wallet is on a network that the page does not have, the page gets its id, but no name', async () => {
    const { modal, provider } = await connectedModal()
    await act(async () => provider.emit('chainChanged', '0x38'))
    expect([modal.getCaipNetworkId(), modal.getCaipNetwork(), modal.getChainId()]).toEqual(['eip155:56', undefined, 56])
  })

  test("a bug report contains the shell's version, and no address", async () => {
    const { modal } = await connectedModal()
    const text = JSON.stringify(modal.getDiagnostics())
    expect(text).toContain('"shell":"0.0.0"')
    expect(text.toLowerCase()).not.toContain(ADDRESS.toLowerCase())
  })
})

describe('no input leaves a blank window', () => {
  const exotic = fc.oneof(
    fc.anything({ withBigInt: true, withDate: true, withNullPrototype: true }),
    fc.constantFrom<unknown>(Symbol('x'), () => 'x', Number.NaN, 'x'.repeat(20_000), [mainnet], mainnet, 'red'),
    fc.string().map((message) => ({
      get name(): string {
        throw new Error(message)
      },
    })),
  )
  const keys = [
    'projectId', 'networks', 'adapters', 'defaultNetwork', 'metadata', 'endpoints', 'storageKey', 'locale', 'themeMode',
    'themeVariables', 'features', 'connectorImages', 'chainImages', 'termsConditionsUrl', 'customRpcUrls', 'siwx', 'debug',
  ] as const // biome-ignore format: a list of names

  test('options', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(
          exotic,
          fc
            .dictionary(fc.constantFrom<string>(...keys), exotic, { maxKeys: 5 })
            .map((given) => ({ ...minimal, ...given })),
        ),
        async (options) => {
          const modal = await mount(options)
          await settle(() => modal.ready())
          await settle(() => modal.open())
          expectSomethingToSee()
          await takeAway()
        },
      ),
      { numRuns: 50 },
    )
  })

  test('theme variables that are set later', async () => {
    const modal = await mount()
    await settle(() => modal.open())
    const names = ['accent', 'font-family', 'z-index', 'border-radius-master', 'qr-color'].map(
      (name) => `--w3m-${name}`,
    )
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(exotic, fc.dictionary(fc.constantFrom(...names), exotic)),
        exotic,
        async (variables, mode) => {
          await act(async () => {
            modal.setThemeVariables(variables as never)
            modal.setThemeMode(mode as never)
          })
          expectSomethingToSee()
        },
      ),
      { numRuns: 30 },
    )
  })

  test('messages of the page', async () => {
    const modal = await mount()
    await settle(() => modal.open())
    await fc.assert(
      fc.asyncProperty(exotic, async (message) => {
        await act(async () => {
          modal.showErrorMessage(message as never)
          modal.showSuccessMessage(message as never)
        })
        expectSomethingToSee()
      }),
      { numRuns: 40 },
    )
  })

  const feature = fc.record({
    id: fc.constantFrom('social_login', 'swap', 'activity', 'x'),
    isEnabled: fc.boolean(),
    config: fc.option(fc.array(fc.string(), { maxLength: 3 })),
  })
  const body = fc.oneof(
    fc.json(),
    fc.string(),
    fc
      .record({
        features: fc.array(feature, { maxLength: 4 }),
        remotes: fc.dictionary(fc.constantFrom('receive', 'swaps', 'constructor'), fc.jsonValue(), { maxKeys: 3 }),
      })
      .map((made) => JSON.stringify(made)),
  )

  test('a project configuration and a release index', async () => {
    await fc.assert(
      fc.asyncProperty(body, body, async (config, release) => {
        const modal = await mount(minimal, { config, release })
        await settle(() => modal.ready())
        await settle(() => modal.open())
        expectSomethingToSee()
        await takeAway()
      }),
      { numRuns: 30 },
    )
  })

  test('the contents of the browser’s storage', async () => {
    jest.useFakeTimers({ doNotFake: ['nextTick', 'queueMicrotask'] })
    const stored = fc.oneof(
      fc.string(),
      fc.json(),
      fc.record({ v: fc.constantFrom(1, 2), data: fc.jsonValue() }).map((made) => JSON.stringify(made)),
      fc
        .array(
          fc.record({
            namespace: fc.constantFrom('eip155', 'solana', 'constructor', '__proto__', ''),
            connectorId: fc.constantFrom('io.harbor', '', 'constructor'),
            caipNetworkId: fc.constantFrom('eip155:1', '', 'x'),
          }),
          { maxLength: 3 },
        )
        .map((data) => JSON.stringify({ v: 1, data })),
    )
    await fc.assert(
      fc.asyncProperty(
        fc.dictionary(fc.constantFrom('connections', 'network', 'networks', 'projectConfig', 'rolloutBucket'), stored),
        async (entries) => {
          for (const [name, value] of Object.entries(entries)) localStorage.setItem(`@portico/demo/${name}`, value)
          localStorage.setItem(`@portico/release-index/${HOST}`, Object.values(entries)[0] ?? '')
          install(fakeProvider({ accounts: [] }))
          const modal = await mount()
          const ready = modal.ready()
          // A stored wallet that never announces itself is waited for, but not forever.
          await act(async () => jest.advanceTimersByTimeAsync(3_000))
          await settle(() => ready)
          await settle(() => modal.open())
          expectSomethingToSee()
          await takeAway()
        },
      ),
      { numRuns: 30 },
    )
  })

  test("a wallet's answers", async () => {
    const value = fc.oneof(
      fc.anything({ withBigInt: true }),
      fc.constantFrom<unknown>([ADDRESS], '0x1', '0x89', walletError(4001), walletError(-32002), Symbol('x')),
    )
    const reply = fc.record({ value, throws: fc.boolean() })
    await fc.assert(
      fc.asyncProperty(
        reply,
        reply,
        reply,
        fc.array(fc.tuple(fc.constantFrom('accountsChanged', 'chainChanged'), value)),
        async (accounts, chainId, others, events) => {
          const provider = fakeProvider()
          const replies = {
            eth_requestAccounts: accounts,
            eth_accounts: accounts,
            eth_chainId: chainId,
            wallet_revokePermissions: others,
          }
          for (const [method, one] of Object.entries(replies)) {
            provider.answer(method, () => {
              if (one.throws) throw one.value
              return one.value
            })
          }
          install(provider)
          const modal = await mount()
          await settle(() => modal.open())
          await press(/Harbor/)
          for (const [event, payload] of events) await act(async () => provider.emit(event, payload))
          await settle(() => modal.open())
          expectSomethingToSee()
          const { isConnected, address } = modal.getAccount()
          expect(isConnected).toBe(/^0x[0-9a-fA-F]{40}$/.test(address ?? ''))
          await settle(() => modal.disconnect())
          expect(modal.getIsConnectedState()).toBe(false)
          await takeAway()
        },
      ),
      { numRuns: 30 },
    )
  })
})

test('the parts of a modal start in the order of their list, and stop in reverse order', () => {
  const said: string[] = []
  const part = (name: string) => () => {
    said.push(`${name} starts`)
    return () => void said.push(`${name} ends`)
  }
  const end = startParts([part('one'), part('two')], {} as never)
  end()
  expect(said).toEqual(['one starts', 'two starts', 'two ends', 'one ends'])
})
