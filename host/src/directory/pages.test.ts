import { ethereum, polygon } from '@portico/contracts/testing'
import { idOf, manyWallets, testDirectory, walletOf } from '../../testing/directory.ts'
import { createTestStore } from '../../testing/store.ts'
import { networksRead } from '../connections/networksSlice.ts'
import { loadNextPage, searchWallets } from './pages.ts'

function start(wallets = manyWallets(90)) {
  const walletDirectory = testDirectory(wallets)
  const { store, told, life } = createTestStore({ networks: [ethereum], walletDirectory })
  return { walletDirectory, store, told, life, directory: () => store.getState().directory }
}

describe('all wallets, in pages', () => {
  test('load page by page until complete', async () => {
    const { store, walletDirectory, directory } = start()
    const pages: number[] = []
    for (let page = 0; page < 5; page++) {
      await store.dispatch(loadNextPage())
      pages.push(directory().all.ids.length)
    }
    expect(pages).toEqual([40, 80, 90, 90, 90])
    expect(walletDirectory.requests.map(({ page }) => page)).toEqual(['1', '2', '3'])
  })

  test('are requested one page at a time', async () => {
    const { store, walletDirectory } = start()
    await Promise.all([store.dispatch(loadNextPage()), store.dispatch(loadNextPage())])
    expect(walletDirectory.requests).toHaveLength(1)
  })

  test('are reported if they cannot be loaded, and known wallets stay', async () => {
    const { store, walletDirectory, directory } = start()
    await store.dispatch(loadNextPage())
    walletDirectory.setDown(true)
    await store.dispatch(loadNextPage())
    expect(directory().all).toMatchObject({ isLoading: false, page: 1, error: { code: 'service.unreachable' } })
    expect(directory().all.ids).toHaveLength(40)
    walletDirectory.setDown(false)
    await store.dispatch(loadNextPage())
    expect(directory().all.page).toBe(2)
    expect(directory().all.error).toBeUndefined()
  })

  describe('for other networks, which the site has added since,', () => {
    const addNetwork = ({ store }: ReturnType<typeof start>) =>
      store.dispatch(networksRead({ list: [ethereum, polygon], chosenId: ethereum.caipNetworkId }))
    const gate = () => {
      let open = () => {}
      const opened = new Promise<void>((done) => {
        open = done
      })
      return { open, opened }
    }

    test('are another list, starting at its first page', async () => {
      const page = start()
      await page.store.dispatch(loadNextPage())
      await page.store.dispatch(loadNextPage())
      addNetwork(page)
      await page.store.dispatch(loadNextPage())
      expect(page.walletDirectory.requests.map(({ chains, page }) => [chains, page])).toEqual([
        ['eip155:1', '1'],
        ['eip155:1', '2'],
        ['eip155:1,eip155:137', '1'],
      ])
      expect(page.directory().all).toMatchObject({ page: 1, isLoading: false })
    })

    test.each([
      ['is answered', false],
      ['fails', true],
    ])('are not overwritten by a stale page whose request %s later', async (_, fails) => {
      const page = start()
      await page.store.dispatch(loadNextPage())
      const late = gate()
      const { find } = page.walletDirectory
      page.walletDirectory.find = async (parameters) => {
        const answer = await find(parameters)
        if (parameters.page === '2') await late.opened
        if (parameters.page === '2' && fails) throw new Error('too late')
        return answer
      }
      const old = page.store.dispatch(loadNextPage())
      addNetwork(page)
      await page.store.dispatch(loadNextPage())
      const { all } = page.directory()
      late.open()
      await old
      expect(page.directory().all).toBe(all)
      expect(all).toMatchObject({ page: 1, isLoading: false })
      expect(all.error).toBeUndefined()
    })
  })

  test('end at some point, even if a directory repeats itself and promises more', async () => {
    const { store, walletDirectory, directory } = start()
    const [first] = [manyWallets(40)]
    let requests = 0
    walletDirectory.find = async () => {
      requests++
      return { data: first, count: 99_999 }
    }
    for (let page = 0; page < 5; page++) await store.dispatch(loadNextPage())
    expect(requests).toBe(2)
    expect(directory().all).toMatchObject({ count: 40 })
  })

  test('list a wallet only once, even if the directory returns it twice', async () => {
    const { store, directory } = start(manyWallets(20).flatMap((wallet) => [wallet, wallet]))
    await store.dispatch(loadNextPage())
    expect(directory().all.ids).toHaveLength(20)
  })
})

describe('a search', () => {
  beforeEach(() => void jest.useFakeTimers())
  afterEach(() => void jest.useRealTimers())

  test('is sent 500 ms after the last key, only for the last text', async () => {
    const { store, walletDirectory, directory, told } = start()
    const first = new AbortController()
    const requests = [store.dispatch(searchWallets('Wallet', false, first.signal))]
    await jest.advanceTimersByTimeAsync(499)
    expect(walletDirectory.requests).toEqual([])
    first.abort()
    requests.push(store.dispatch(searchWallets('Wallet 77', false, new AbortController().signal)))
    await jest.advanceTimersByTimeAsync(500)
    await Promise.all(requests)
    expect(walletDirectory.requests).toEqual([{ chains: 'eip155:1', search: 'Wallet 77', entries: '100' }])
    expect(directory().search).toMatchObject({ ids: [idOf(77)], isLoading: false, text: 'Wallet 77' })
    expect(told).toEqual([{ event: 'SEARCH_WALLET', properties: { badge: undefined, search: 'Wallet 77' } }])
  })

  test('can be limited to certified wallets', async () => {
    const { store, walletDirectory, directory, told } = start([walletOf(1), walletOf(2, { badge_type: 'certified' })])
    const requests = store.dispatch(searchWallets('', true, new AbortController().signal))
    await jest.advanceTimersByTimeAsync(500)
    await requests
    expect(walletDirectory.requests).toEqual([{ chains: 'eip155:1', entries: '100', badge_type: 'certified' }])
    expect(directory().search.ids).toEqual([idOf(2)])
    expect(told[0]?.properties).toEqual({ badge: 'certified', search: '' })
  })

  test('that fails is reported, unless its text has changed', async () => {
    const { store, walletDirectory, directory } = start()
    walletDirectory.setDown(true)
    const life = new AbortController()
    const requests = store.dispatch(searchWallets('x', false, life.signal))
    await jest.advanceTimersByTimeAsync(500)
    await requests
    expect(directory().search).toMatchObject({ isLoading: false, error: { code: 'service.unreachable' } })
    const other = store.dispatch(searchWallets('y', false, life.signal))
    life.abort()
    await jest.advanceTimersByTimeAsync(500)
    await other
    expect(directory().search.text).toBe('x')
    expect(walletDirectory.requests).toHaveLength(1)
  })
})
