/** @jest-environment jsdom */

import { idOf, walletOf } from '../../testing/directory.ts'
import type { HostServices } from '../hostServices.ts'
import { type ShownWallets, watchImpressions } from './impressions.ts'

/** There is no layout here: the test decides what is visible. */
class FakeObserver {
  static last: FakeObserver
  readonly watched = new Set<Element>()
  constructor(readonly tell: (entries: readonly { target: Element; isIntersecting: boolean }[]) => void) {
    FakeObserver.last = this
  }
  observe(element: Element) {
    this.watched.add(element)
  }
  disconnect() {
    this.watched.clear()
  }
}

beforeEach(() => {
  jest.useFakeTimers()
  Object.assign(globalThis, { IntersectionObserver: FakeObserver })
})
afterEach(() => {
  jest.useRealTimers()
  document.body.replaceChildren()
  Reflect.deleteProperty(globalThis, 'IntersectionObserver')
})

function watch(wallets: ShownWallets['wallets'], query?: string) {
  const list = document.createElement('div')
  document.body.append(list)
  const show = (id: string) => {
    const row = list.appendChild(document.createElement('button'))
    row.dataset.testid = `wallet-selector-${id}`
    return row
  }
  const rows = wallets.map((wallet) => show(wallet?.id ?? 'io.harbor'))
  const told: unknown[] = []
  const track: HostServices['track'] = (event, _, items) => void told.push([event, items])
  const stop = watchImpressions(list, () => ({ view: 'Connect', wallets, query }), { track })
  const see = (...seen: Element[]) => FakeObserver.last.tell(seen.map((target) => ({ target, isIntersecting: true })))
  return { list, rows, told, stop, see, show }
}

test('wallets that become visible together are reported together, with their positions', () => {
  const { rows, told, see } = watch([undefined, walletOf(1, { badge_type: 'certified' }), walletOf(2)], 'wal')
  see(...rows)
  expect(told).toEqual([])
  jest.advanceTimersByTime(1_000)
  const common = { view: 'Connect', query: 'wal' }
  expect(told).toEqual([
    [
      'WALLET_IMPRESSION_V2',
      [
        { ...common, name: 'Wallet 1', walletRank: 1, displayIndex: 1, explorerId: idOf(1), certified: true },
        { ...common, name: 'Wallet 2', walletRank: 2, displayIndex: 2, explorerId: idOf(2), certified: false },
      ],
    ],
  ])
})

test('an installed wallet is never reported', () => {
  const { rows, told, see } = watch([undefined, undefined])
  see(...rows)
  jest.advanceTimersByTime(1_000)
  expect(told).toEqual([])
})

test('each wallet is reported once, and unranked ones never', () => {
  const { rows, told, see } = watch([walletOf(1), walletOf(2, { order: undefined })])
  for (let time = 0; time < 3; time++) {
    see(...rows)
    jest.advanceTimersByTime(1_000)
  }
  expect(told).toHaveLength(1)
})

test('rows that appear later are watched too', async () => {
  const { show } = watch([walletOf(1)])
  const late = show(idOf(2))
  await Promise.resolve()
  expect(FakeObserver.last.watched.has(late)).toBe(true)
})

test('when the list is removed, pending impressions are reported and watching ends', () => {
  const { rows, told, see, stop } = watch([walletOf(1)])
  see(...rows)
  stop()
  expect(told).toHaveLength(1)
  expect(FakeObserver.last.watched.size).toBe(0)
  jest.advanceTimersByTime(10_000)
  expect(told).toHaveLength(1)
})
