import { RECENT_WALLETS_MAX } from '@portico/contracts'
import { ethereum, solana } from '@portico/contracts/testing'
import { idOf, manyWallets, testDirectory, walletOf } from '../../testing/directory.ts'
import { createTestStore, memoryStorage } from '../../testing/store.ts'
import { networksRead } from '../connections/networksSlice.ts'
import type { PorticoOptions } from '../options/types.ts'
import { prefetchWallets, rememberWallet, restoreRecentWallets } from './prefetch.ts'

const MINUTE_MS = 60_000
const DAY_MS = 86_400_000

function start(options: Partial<PorticoOptions> = {}, wallets = manyWallets(30)) {
  const walletDirectory = testDirectory(wallets)
  const storage = memoryStorage()
  const make = () => createTestStore({ networks: [ethereum], walletDirectory, storage, options })
  const { store, life } = make()
  return {
    walletDirectory,
    storage,
    store,
    life,
    directory: () => store.getState().directory,
    nextVisit: () => make().store,
  }
}

afterEach(() => jest.restoreAllMocks())

describe('opening the modal', () => {
  test("sends one request, for the first page of all wallets on the page's networks", async () => {
    const { store, walletDirectory, directory } = start()
    await store.dispatch(prefetchWallets())
    expect(walletDirectory.requests).toEqual([{ chains: 'eip155:1' }])
    expect(directory()).toMatchObject({
      status: 'ready',
      recommended: [1, 2, 3, 4].map(idOf),
      all: { page: 1, count: 30 },
    })
  })

  test('passes on the wallets that the site includes and excludes', async () => {
    const { store, walletDirectory } = start({ includeWalletIds: [idOf(1), idOf(2)], excludeWalletIds: [idOf(2)] })
    await store.dispatch(prefetchWallets())
    expect(walletDirectory.requests[0]).toMatchObject({ include: `${idOf(1)},${idOf(2)}`, exclude: idOf(2) })
  })

  test('fetches the names of excluded wallets', async () => {
    const { store, directory } = start({ excludeWalletIds: [idOf(3)] })
    await store.dispatch(prefetchWallets())
    expect(directory().excluded).toMatchObject([{ id: idOf(3), name: 'Wallet 3' }])
  })

  test("loads featured wallets in the site's order, and recommends others", async () => {
    const { store, directory } = start({ featuredWalletIds: [idOf(3), idOf(20), idOf(1)] })
    await store.dispatch(prefetchWallets())
    expect(directory().featured).toEqual([3, 20, 1].map(idOf))
    expect(directory().recommended).not.toContain(idOf(1))
  })

  test("replaces a featured wallet's former id with its new one", async () => {
    const { store, walletDirectory, directory } = start({ featuredWalletIds: [idOf(3), 'former', idOf(1)] })
    const find = walletDirectory.find.bind(walletDirectory)
    walletDirectory.find = (parameters) =>
      find({ ...parameters, include: parameters.include?.replace('former', idOf(20)) })
    await store.dispatch(prefetchWallets())
    expect(directory().featured).toEqual([3, 20, 1].map(idOf))
  })

  test('requests nothing if the site shows no wallets', async () => {
    const { store, walletDirectory } = start({ enableWallets: false })
    await store.dispatch(prefetchWallets())
    expect(walletDirectory.requests).toEqual([])
  })

  test('repeats no request until a while has passed or the networks have changed', async () => {
    const { store, walletDirectory } = start()
    await store.dispatch(prefetchWallets())
    await store.dispatch(prefetchWallets())
    expect(walletDirectory.requests).toHaveLength(1)
    store.dispatch(networksRead({ list: [ethereum, solana], chosenId: ethereum.caipNetworkId }))
    await store.dispatch(prefetchWallets())
    expect(walletDirectory.requests).toHaveLength(2)
    const now = Date.now()
    jest.spyOn(Date, 'now').mockReturnValue(now + DAY_MS)
    await store.dispatch(prefetchWallets())
    expect(walletDirectory.requests).toHaveLength(3)
  })

  test('chains.md, pitfall 41: reuses a response for ten minutes, but never a failure', async () => {
    const { store, walletDirectory } = start()
    const now = Date.now()
    const clock = jest.spyOn(Date, 'now')
    const askedAfter = async (minutes: number) => {
      clock.mockReturnValue(now + minutes * MINUTE_MS)
      await store.dispatch(prefetchWallets())
      return walletDirectory.requests.length
    }
    walletDirectory.setDown(true)
    expect([await askedAfter(0), await askedAfter(0)]).toEqual([1, 2])
    walletDirectory.setDown(false)
    expect([await askedAfter(0), await askedAfter(9.99), await askedAfter(10.01)]).toEqual([3, 3, 4])
    walletDirectory.setDown(true)
    expect([await askedAfter(20.02), await askedAfter(20.03)]).toEqual([5, 6])
  })

  test('tries again while the directory is unreachable, and keeps what is known', async () => {
    const { store, walletDirectory, directory } = start()
    walletDirectory.setDown(true)
    await store.dispatch(prefetchWallets())
    expect(directory().status).toBe('idle')
    walletDirectory.setDown(false)
    await store.dispatch(prefetchWallets())
    expect(directory().status).toBe('ready')
    walletDirectory.setDown(true)
    const now = Date.now()
    jest.spyOn(Date, 'now').mockReturnValue(now + DAY_MS)
    await store.dispatch(prefetchWallets())
    expect(directory()).toMatchObject({ status: 'ready', recommended: [1, 2, 3, 4].map(idOf) })
  })

  test('changes nothing if the response comes after the modal is disposed of', async () => {
    const { store, life, directory } = start()
    const requests = store.dispatch(prefetchWallets())
    life.abort()
    await requests
    expect(directory().recommended).toEqual([])
  })
})

describe('the site’s own wallets', () => {
  const customWallets = [{ id: 'shop', name: 'Shop Wallet', homepage: 'https://shop.example/' }]

  test('are there from the start', async () => {
    const { store, directory } = start({ customWallets })
    await store.dispatch(restoreRecentWallets())
    expect(directory().custom).toEqual(['shop'])
    expect(directory().wallets.shop).toMatchObject({ name: 'Shop Wallet' })
  })

  test("keep the site's definition, whatever the directory says about the same id", async () => {
    const { store, directory } = start({ customWallets: [{ id: idOf(1), name: 'Mine' }] })
    await store.dispatch(restoreRecentWallets())
    await store.dispatch(prefetchWallets())
    expect(directory().wallets[idOf(1)]?.name).toBe('Mine')
  })

  test('that were used last are known at the next visit', async () => {
    const { store, nextVisit } = start({ customWallets })
    await store.dispatch(restoreRecentWallets())
    await store.dispatch(rememberWallet('shop', RECENT_WALLETS_MAX))
    const next = nextVisit()
    await next.dispatch(restoreRecentWallets())
    expect(next.getState().directory.recent).toEqual(['shop'])
  })
})

describe('recently used wallets', () => {
  test('come first: two of them, newest first, also at the next visit', async () => {
    const { store, directory, nextVisit } = start()
    await store.dispatch(prefetchWallets())
    for (const index of [1, 2, 1, 3]) await store.dispatch(rememberWallet(idOf(index), RECENT_WALLETS_MAX))
    expect(directory().recent).toEqual([3, 1].map(idOf))
    const next = nextVisit()
    await next.dispatch(restoreRecentWallets())
    expect(next.getState().directory).toMatchObject({
      recent: [3, 1].map(idOf),
      wallets: { [idOf(3)]: { name: 'Wallet 3' } },
    })
  })

  test('are merged from two tabs', async () => {
    const { store, storage, nextVisit } = start()
    const other = nextVisit()
    for (const tab of [store, other]) await tab.dispatch(prefetchWallets())
    await store.dispatch(rememberWallet(idOf(1), RECENT_WALLETS_MAX))
    await other.dispatch(rememberWallet(idOf(2), RECENT_WALLETS_MAX))
    expect(storage.read('recentWallets')?.map(({ id }) => id)).toEqual([2, 1].map(idOf))
  })

  test('that are unknown are not stored', async () => {
    const { store, storage } = start()
    await store.dispatch(rememberWallet('nobody', RECENT_WALLETS_MAX))
    expect(storage.read('recentWallets')).toBeUndefined()
  })

  test('are validated like any response: harmful or invalid entries are dropped', async () => {
    const { store, storage, directory } = start()
    const hostile = { ...walletOf(1), name: '\u202eevil', homepage: 'javascript:alert(1)', image_url: 'javascript:1' }
    storage.write('recentWallets', [hostile, { id: 'constructor' }])
    await store.dispatch(restoreRecentWallets())
    expect(directory().recent).toEqual([idOf(1)])
    expect(directory().wallets[idOf(1)]).toMatchObject({ name: 'evil', homepage: null })
    expect(directory().wallets[idOf(1)]).not.toHaveProperty('image_url')
  })
})
