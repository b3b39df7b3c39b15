/** @jest-environment jsdom */
import type { Connector } from '@portico/contracts'
import { ethereum, fakeAdapter, fillBrowserGaps, harbor, render, unmountAll } from '@portico/contracts/testing'
import { act, type ReactNode } from 'react'
import { idOf, manyWallets, testDirectory, walletOf } from '../../../testing/directory.ts'
import { inShell } from '../../../testing/shell.tsx'
import { createTestStore } from '../../../testing/store.ts'
import { prefetchWallets, restoreRecentWallets } from '../../directory/prefetch.ts'
import type { DirectoryWallet } from '../../directory/walletDirectory.ts'
import type { PorticoOptions } from '../../options/types.ts'
import { AllWallets } from './AllWallets.tsx'
import { ConnectingMultiChain } from './ConnectingMultiChain.tsx'
import { ConnectingWalletConnectBasic } from './ConnectingWalletConnectBasic.tsx'
import { ConnectWallets } from './ConnectWallets.tsx'
import { Downloads } from './Downloads.tsx'
import { GetWallet } from './GetWallet.tsx'

const PAIRING: Connector = { id: 'walletConnect', name: 'WalletConnect', type: 'WALLET_CONNECT', namespace: 'eip155' }
const SEARCH_MS = 500

beforeAll(fillBrowserGaps)
beforeEach(() => void jest.useFakeTimers({ doNotFake: ['queueMicrotask'] }))
afterEach(async () => {
  await unmountAll()
  jest.useRealTimers()
  jest.restoreAllMocks()
})

const life = () => new AbortController().signal

interface Setting {
  readonly wallets?: readonly DirectoryWallet[]
  readonly connectors?: readonly Connector[]
  readonly options?: Partial<PorticoOptions>
  readonly isDown?: boolean
}

async function show(
  view: ReactNode,
  { wallets = manyWallets(90), connectors = [PAIRING], options = {}, isDown }: Setting = {},
) {
  const walletDirectory = testDirectory(wallets)
  walletDirectory.setDown(isDown ?? false)
  const test = createTestStore({
    adapters: [fakeAdapter({ connectors })],
    networks: [ethereum],
    walletDirectory,
    options,
  })
  await test.store.dispatch(restoreRecentWallets())
  await test.store.dispatch(prefetchWallets())
  const rendered = await render(inShell(test, view))
  await act(async () => jest.advanceTimersByTimeAsync(0))
  const cards = () => [...rendered.container.querySelectorAll<HTMLElement>('[data-testid^="wallet-search-item-"]')]
  return {
    ...rendered,
    ...test,
    walletDirectory,
    cards,
    cardNames: () => cards().map((card) => card.querySelector('.WalletGrid-name')?.textContent),
    at: () => test.store.getState().router.stack.at(-1),
    async type(text: string) {
      const field = rendered.container.querySelector<HTMLInputElement>('input[type=search]')
      const set = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set
      await act(async () => {
        set?.call(field, text)
        field?.dispatchEvent(new Event('input', { bubbles: true }))
      })
    },
    async pass(ms: number) {
      await act(async () => jest.advanceTimersByTimeAsync(ms))
    },
    async key(target: Element | null | undefined, key: string) {
      await act(
        async () => void target?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true })),
      )
    },
  }
}

describe('all wallets', () => {
  test('are shown as cards with their names; only visible cards are in the page', async () => {
    const view = await show(<AllWallets params={undefined} signal={life()} />, { wallets: manyWallets(5_000) })
    expect(view.cardNames().slice(0, 3)).toEqual(['Wallet 1', 'Wallet 2', 'Wallet 3'])
    expect(view.cards().length).toBeLessThanOrEqual(60)
    expect(view.container.querySelectorAll('*').length).toBeLessThanOrEqual(400)
    expect(view.container.querySelector('[aria-setsize]')?.getAttribute('aria-setsize')).toBe('5000')
  })

  test("start with the installed wallets, labeled as such, then the site's featured ones", async () => {
    const wallets = manyWallets(30).with(9, walletOf(10, { rdns: harbor.rdns ?? null }))
    const view = await show(<AllWallets params={undefined} signal={life()} />, {
      wallets,
      connectors: [PAIRING, harbor],
      options: { featuredWalletIds: [idOf(20)] },
    })
    expect(view.cardNames().slice(0, 3)).toEqual(['Wallet 10', 'Wallet 20', 'Wallet 1'])
    expect(view.cards()[0]?.textContent).toContain('installed')
  })

  test("do not label a wallet as installed just because it has an installed wallet's name", async () => {
    const view = await show(<AllWallets params={undefined} signal={life()} />, {
      wallets: [walletOf(1, { name: 'Harbor', rdns: 'com.other' })],
      connectors: [PAIRING, harbor],
    })
    expect(view.cards()[0]?.textContent).not.toContain('installed')
  })

  test('do not include wallets that cannot be paired, on a page with pairing only', async () => {
    const wallets = [walletOf(1, { supports_wc: false }), walletOf(2)]
    expect(
      (
        await show(<AllWallets params={undefined} signal={life()} />, { wallets, options: { basic: true } })
      ).cardNames(),
    ).toEqual(['Wallet 2'])
    await unmountAll()
    expect((await show(<AllWallets params={undefined} signal={life()} />, { wallets })).cardNames()).toEqual([
      'Wallet 1',
      'Wallet 2',
    ])
  })

  test('do not include wallets that cannot be paired in search results either, even from the directory', async () => {
    const wallets = manyWallets(90).map((wallet, index) => (index % 2 ? wallet : { ...wallet, supports_wc: false }))
    const view = await show(<AllWallets params={undefined} signal={life()} />, { wallets, options: { basic: true } })
    await view.type('wallet 8')
    await view.pass(SEARCH_MS)
    expect(view.walletDirectory.requests.at(-1)?.search).toBe('wallet 8')
    expect(view.cardNames()).toEqual(['Wallet 8', 'Wallet 80', 'Wallet 82', 'Wallet 84', 'Wallet 86', 'Wallet 88'])
  })

  test('a click opens the wallet', async () => {
    const view = await show(<AllWallets params={undefined} signal={life()} />)
    await view.press('Wallet 2')
    expect(view.at()).toMatchObject({ view: 'ConnectingWalletConnect', params: { walletId: idOf(2) } })
  })

  test('a click on an installed wallet connects it, and is tracked with its position', async () => {
    const view = await show(<AllWallets params={undefined} signal={life()} />, {
      wallets: [walletOf(1), walletOf(2, { rdns: harbor.rdns ?? null })],
      connectors: [PAIRING, harbor],
    })
    await view.press(/^Wallet 2/)
    expect(view.at()).toMatchObject({ view: 'ConnectingExternal', params: { connectorId: harbor.id } })
    expect(view.told.find(({ event }) => event === 'SELECT_WALLET')?.properties).toEqual({
      name: 'Harbor',
      platform: 'browser',
      walletRank: 2,
      view: 'AllWallets',
      displayIndex: 0,
    })
  })

  test('a click never connects an installed wallet that only has the same name', async () => {
    const fake: Connector = { id: 'Wallet 2', name: 'Wallet 2', type: 'ANNOUNCED', namespace: 'solana' }
    const view = await show(<AllWallets params={undefined} signal={life()} />, { connectors: [PAIRING, fake] })
    await view.press('Wallet 2')
    expect(view.at()?.view).toBe('ConnectingWalletConnect')
  })

  test('the arrow keys move from the search field to the first card, and between cards', async () => {
    const view = await show(<AllWallets params={undefined} signal={life()} />)
    const focused = () => document.activeElement?.textContent
    await view.key(view.container.querySelector('[type=search]'), 'ArrowDown')
    for (const [key, name] of [
      ['ArrowRight', 'Wallet 2'],
      ['ArrowDown', 'Wallet 5'],
      ['ArrowUp', 'Wallet 2'],
      ['ArrowUp', 'Wallet 2'],
      ['PageDown', 'Wallet 11'],
      ['End', 'Wallet 40'],
      ['Home', 'Wallet 1'],
    ] as const) {
      await view.key(document.activeElement, key)
      expect([key, focused()?.slice(1)]).toEqual([key, name])
    }
  })
})

describe('a search', () => {
  test("filters the loaded wallets at once, and then appends the directory's results", async () => {
    const wallets = [
      ...manyWallets(60).map((one) => ({ ...one, name: `Alpha ${one.order}` })),
      walletOf(99, { name: 'Beta alpha 6' }),
    ]
    const view = await show(<AllWallets params={undefined} signal={life()} />, { wallets })
    await view.type('alpha 6')
    expect(view.cardNames()).toEqual(['Alpha 6'])
    await act(async () => view.cards()[0]?.focus())
    await view.pass(SEARCH_MS)
    expect(view.cardNames()).toEqual(['Alpha 6', 'Alpha 60', 'Beta alpha 6'])
    expect(document.activeElement).toBe(view.cards()[0])
    expect(view.text()).toContain('3 wallets')
  })

  test('for one letter shows everything', async () => {
    const view = await show(<AllWallets params={undefined} signal={life()} />)
    await view.type('9')
    expect(view.cardNames()[0]).toBe('Wallet 1')
  })

  test('without results says so once the directory has responded, and offers the QR code', async () => {
    const view = await show(<AllWallets params={undefined} signal={life()} />)
    await view.type('no such')
    expect(view.text()).not.toContain('No wallet found')
    await view.pass(SEARCH_MS)
    expect(view.text()).toContain('No wallet found')
    await view.press('Show a QR code')
    expect(view.at()).toMatchObject({ view: 'ConnectingWalletConnect', params: {} })
  })

  test('for certified wallets shows only such wallets', async () => {
    const view = await show(<AllWallets params={undefined} signal={life()} />, {
      wallets: [walletOf(1), walletOf(2, { badge_type: 'certified' })],
    })
    await act(async () => view.container.querySelector<HTMLElement>('[role=switch]')?.click())
    expect(view.cardNames()).toEqual(['Wallet 2'])
    expect(view.names('[role=img]')).toEqual(['certified'])
  })

  test('truncates a text that is too long for the directory', async () => {
    const view = await show(<AllWallets params={undefined} signal={life()} />)
    await view.type('x'.repeat(500))
    await view.pass(SEARCH_MS)
    expect(view.walletDirectory.requests.at(-1)?.search).toHaveLength(100)
  })
})

test('returning to the list restores the search text and its results', async () => {
  const signal = life()
  const all = <AllWallets params={undefined} signal={signal} />
  const view = await show(all)
  await view.type('wallet 77')
  await view.pass(SEARCH_MS)
  const before = view.cardNames()
  const requests = view.walletDirectory.requests.length
  await view.rerender(inShell(view, <p>a wallet</p>))
  await view.rerender(inShell(view, all))
  expect(view.container.querySelector<HTMLInputElement>('[type=search]')?.value).toBe('wallet 77')
  expect(view.cardNames()).toEqual(before)
  await view.pass(SEARCH_MS)
  expect(view.walletDirectory.requests).toHaveLength(requests)
})

describe('an unreachable directory', () => {
  test('is reported, and a click retries', async () => {
    const view = await show(<AllWallets params={undefined} signal={life()} />, { isDown: true })
    expect(view.container.querySelector('[role=alert]')?.textContent).toContain('Couldn’t load wallets')
    view.walletDirectory.setDown(false)
    await view.press('Try again')
    expect(view.cardNames()[0]).toBe('Wallet 1')
  })

  test('limits a search to the loaded wallets, which is reported; a click retries', async () => {
    const view = await show(<AllWallets params={undefined} signal={life()} />)
    view.walletDirectory.setDown(true)
    await view.type('Wallet 4')
    await view.pass(SEARCH_MS)
    expect(view.cardNames()).toContain('Wallet 4')
    expect(view.container.querySelector('[role=alert]')?.textContent).toContain('Couldn’t load wallets')
    view.walletDirectory.setDown(false)
    await view.press('Try again')
    await view.pass(SEARCH_MS)
    expect(view.cardNames()).toContain('Wallet 49')
    expect(view.container.querySelector('[role=alert]')).toBeNull()
  })
})

describe('for visitors without a wallet', () => {
  const stores = { chrome_store: 'https://store.example/1', play_store: 'https://play.example/1' }
  let open: jest.SpyInstance
  beforeEach(() => {
    open = jest.spyOn(window, 'open').mockReturnValue(null)
  })

  test('four wallets are shown, with a link to all others', async () => {
    const view = await show(<GetWallet />)
    expect(view.names('button')).toEqual(['Wallet 1', 'Wallet 2', 'Wallet 3', 'Wallet 4', 'All wallets'])
  })

  test.each([
    ['only a page', {}],
    ['several places', stores],
  ])('a click on a wallet with %s opens its page, and is tracked', async (_, more) => {
    const view = await show(<GetWallet />, { wallets: [walletOf(1, more)] })
    await view.press('Wallet 1')
    expect(open).toHaveBeenCalledWith('https://wallet1.example/', '_blank', 'noopener,noreferrer')
    expect(view.told.at(-1)).toEqual({
      event: 'GET_WALLET',
      properties: { name: 'Wallet 1', explorerId: idOf(1), type: 'homepage' },
    })
  })

  test('a click on a wallet without a page opens the list of its stores', async () => {
    const view = await show(<GetWallet />, { wallets: [walletOf(1, { ...stores, homepage: null })] })
    await view.press('Wallet 1')
    expect(view.at()).toMatchObject({ view: 'Downloads', params: { walletId: idOf(1) } })
  })

  test('a wallet without a store is not offered, nor is the directory if the site hides it', async () => {
    const view = await show(<GetWallet />, {
      wallets: [walletOf(1, { homepage: null }), walletOf(2)],
      options: { allWallets: 'HIDE' },
    })
    expect(view.names('button')).toEqual(['Wallet 2'])
  })

  test('an unreachable directory is requested again', async () => {
    const view = await show(<GetWallet />, { isDown: true })
    expect(view.walletDirectory.requests).toHaveLength(2)
    expect(view.names('button')).toEqual(['All wallets'])
  })

  test('there is a row for each store, in order, and a click opens it', async () => {
    const params = { walletId: idOf(1) }
    const view = await show(<Downloads params={params} signal={new AbortController().signal} />, {
      wallets: [walletOf(1, { ...stores, app_store: 'https://apps.example/1' })],
    })
    expect(view.names('button')).toEqual(['Chrome extension', 'iOS app', 'Android app', 'Website'])
    await view.press('Android app')
    expect(open).toHaveBeenCalledWith('https://play.example/1', '_blank', 'noopener,noreferrer')
    expect(view.told.at(-1)?.properties).toMatchObject({ type: 'play_store', walletRank: 1 })
  })

  test('an unknown wallet is reported as no longer available', async () => {
    const view = await show(<Downloads params={{ walletId: 'x' }} signal={new AbortController().signal} />)
    expect(view.text()).toContain('No wallet found')
  })
})

describe('a wallet that serves several families', () => {
  const onSolana: Connector = { ...harbor, id: 'Harbor', namespace: 'solana' }
  const members = [harbor, onSolana].map(({ id, namespace }) => ({ namespace, connectorId: id }))
  const signal = new AbortController().signal

  test('connects in the chosen family', async () => {
    const view = await show(<ConnectingMultiChain params={{ members }} signal={signal} />, { connectors: [harbor] })
    expect(view.names('button')).toEqual(['EVM'])
    await view.press('EVM')
    expect(view.at()).toMatchObject({ view: 'ConnectingExternal', params: { connectorId: harbor.id } })
  })

  test('is reported as no longer available if it was uninstalled meanwhile', async () => {
    const view = await show(<ConnectingMultiChain params={{ members }} signal={signal} />)
    expect(view.text()).toContain('This wallet is no longer available')
  })
})

describe('on a phone', () => {
  const { matchMedia } = globalThis
  beforeEach(() => {
    Object.assign(globalThis, { matchMedia: (query: string) => ({ matches: query.includes('coarse') }) })
  })
  afterEach(() => void Object.assign(globalThis, { matchMedia }))

  test('all wallets include pairing, but no wallet that needs another device', async () => {
    const PHANTOM = 'a797aa35c0fadbfc1a53e7f675162ed5226968b44a19ee3d24385c64d1d3c393'
    const wallets = [1, 2].map((index) => walletOf(index, { supports_wc: index === 2 }))
    const view = await show(<AllWallets params={undefined} signal={life()} />, {
      wallets: [...wallets, walletOf(3, { id: PHANTOM, supports_wc: false })],
    })
    expect(view.cardNames()).toEqual(['Wallet 2', 'Wallet 3'])
    await view.type('wallet')
    await view.pass(SEARCH_MS)
    expect(view.walletDirectory.requests.at(-1)?.search).toBe('wallet')
    expect(view.cardNames()).toEqual(['Wallet 2', 'Wallet 3'])
    await view.press('Show a QR code')
    expect(view.at()).toMatchObject({ view: 'ConnectingWalletConnect', params: {} })
  })

  test('the first view of a page with pairing only is a list of wallets', async () => {
    const view = await show(<ConnectingWalletConnectBasic />)
    expect(view.names('button')).toEqual(['Wallet 1', 'Wallet 2', 'Wallet 3', 'Wallet 4', 'Search wallets90'])
  })
})

test('the view that shows only wallets is never collapsed into a button', async () => {
  const view = await show(<ConnectWallets />, { options: { features: { collapseWallets: true } } })
  expect(view.names('button')).toContain('WalletConnectQR code')
})
