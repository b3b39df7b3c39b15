/** @jest-environment jsdom */
import type { StaticHalf } from '@portico/contracts/services/releaseIndex'
import { createTestStore, HOST } from '../../testing/store.ts'
import { remoteAnnounced, remoteStatusChanged, remoteUnavailable } from '../kernel/remotesSlice.ts'
import { diagnoseRemotes } from './diagnoseRemotes.ts'

const half = { messages: {}, views: {}, slots: {} } as StaticHalf
const source = (url: string) => ({ url, integrity: `sha384-${'A'.repeat(64)}` })

/** The requests that the browser has recorded. */
const recorded = (...urls: readonly string[]) => {
  performance.getEntriesByType = () => urls.map((name) => ({ name }) as PerformanceEntry)
}
beforeEach(() => recorded())

test('each remote is listed with version, hash and state, and with its time or its error', () => {
  const { store } = createTestStore()
  const { dispatch } = store
  dispatch(remoteAnnounced({ id: 'safety', version: '1.2.0', half, source: source('remotes/safety/1.2.0/') }))
  dispatch(remoteStatusChanged({ id: 'safety', status: 'ready', loadMs: 140 }))
  dispatch(remoteAnnounced({ id: 'send', version: '1.0.0', half, source: source('remotes/send/1.0.0/') }))
  const error = { code: 'remote.blocked', message: 'x' } as const
  dispatch(remoteStatusChanged({ id: 'send', status: 'failed', error }))
  dispatch(remoteUnavailable({ id: 'swaps', name: 'Swap', error: { code: 'remote.contract', message: 'x' } }))
  const { integrity } = source('')
  expect(diagnoseRemotes(store.getState(), HOST).remotes).toEqual([
    { id: 'safety', state: 'ready', version: '1.2.0', integrity, loadMs: 140 },
    { id: 'send', state: 'failed', version: '1.0.0', integrity, error: 'remote.blocked' },
    { id: 'swaps', state: 'unavailable', error: 'remote.contract' },
  ])
})

test('each host is listed once, with every reason and the requests that the browser has recorded', () => {
  const { store } = createTestStore({
    options: { endpoints: { api: 'https://api.example/', relay: 'wss://relay.example/' } },
  })
  const url = 'https://safety.example/1.2.0/'
  store.dispatch(remoteAnnounced({ id: 'safety', version: '1.2.0', half, source: source(url) }))
  store.dispatch(remoteAnnounced({ id: 'send', version: '1.0.0', half, source: source('remotes/send/1.0.0/') }))
  recorded(
    'https://api.example/getWallets',
    `${HOST}release-index.txt`,
    'https://elsewhere.example/',
    `${url}static.json`,
  )
  const hosts = Object.fromEntries(
    diagnoseRemotes(store.getState(), HOST).hosts.map(({ origin, reasons, requests }) => [
      origin,
      { reasons, requests },
    ]),
  )
  expect(hosts).toMatchObject({
    [new URL(HOST).origin]: { reasons: ['endpoints.host', 'remote send'], requests: 1 },
    'https://api.example': { reasons: expect.arrayContaining(['endpoints.api']), requests: 1 },
    'wss://relay.example': { reasons: ['endpoints.relay'], requests: 0 },
    'https://safety.example': { reasons: ['remote safety'], requests: 1 },
  })
  expect(hosts).not.toHaveProperty(['https://elsewhere.example'])
})
