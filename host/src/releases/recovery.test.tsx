/** @jest-environment jsdom */
import { addErrors, ModalError, type Remote, type ViewModule } from '@portico/contracts'
import { releaseTrustErrors } from '@portico/contracts/releaseTrustErrors'
import type { RemoteRelease } from '@portico/contracts/services/releaseIndex'
import { fillBrowserGaps, render, unmountAll } from '@portico/contracts/testing'
import { act } from 'react'
import { inShell } from '../../testing/shell.tsx'
import { createTestStore, memoryStorage } from '../../testing/store.ts'
import { ViewOutlet } from '../frame/ViewOutlet.tsx'
import { createRemotes } from '../kernel/createRemotes.ts'
import { planRemotes } from '../kernel/planRemotes.ts'
import { overrideChanged } from '../kernel/remotesSlice.ts'
import { ALL_OFF } from '../project/features.ts'
import { featuresResolved } from '../project/projectSlice.ts'
import { opened } from '../router/routerSlice.ts'
import type { Storage } from '../storage.ts'
import { createRecovery } from './recovery.ts'

/** A browser in which a version of a remote fails: what the visitor sees, and what is reported. */

beforeAll(() => {
  fillBrowserGaps()
  addErrors(releaseTrustErrors)
})

let sent: { entries: Record<string, unknown>[] }[]
let beacons: string[]
const undo: (() => void)[] = []

beforeEach(() => {
  jest.spyOn(console, 'error').mockImplementation(() => {})
  sent = []
  beacons = []
  jest.spyOn(Math, 'random').mockReturnValue(0.5)
  globalThis.fetch = jest.fn(async (_, init?: RequestInit) => {
    sent.push(JSON.parse(String(init?.body)))
    return new Response('{}')
  })
  navigator.sendBeacon = (_, body) => Boolean(beacons.push(String(body)))
})
afterEach(async () => {
  for (const end of undo.splice(0)) end()
  await unmountAll()
  jest.restoreAllMocks()
  jest.useRealTimers()
})

type Behaviour = 'works' | 'cannot be loaded' | 'crashes' | 'has a view that cannot be loaded' | 'is not the latest'

const crash = () => {
  throw new TypeError('x is not a function')
}

const release = (version: string): RemoteRelease => ({
  url: `remotes/receive/${version}/`,
  integrity: `sha384-${version.padEnd(64, 'A')}`,
  contract: '^2.0.0',
  static: {
    messages: { 'receive.title': 'Receive' },
    views: { WalletReceive: { title: 'receive.title' } },
    slots: {},
  },
})

interface Visit {
  readonly behaviours: Readonly<Record<string, Behaviour>>
  readonly storage?: Storage
  readonly serial?: number
  readonly stable?: readonly string[]
  readonly healthPercent?: number
  readonly analytics?: boolean
}

/** A visitor opens the remote's view, in a page whose configuration rolls 1.2.0 out to everybody. */
async function visit({
  behaviours,
  storage = memoryStorage(),
  serial = 1,
  stable = ['1.1.0', '1.0.0'],
  healthPercent = 100,
  analytics = true,
}: Visit) {
  const test = createTestStore({ storage, options: { features: { analytics } } })
  const { store } = test
  const loads: string[] = []
  const viewOf = (version: string): ViewModule => ({
    default: behaviours[version] === 'crashes' ? crash : () => <p>{version}</p>,
  })
  const codeOf = (version: string) =>
    ({
      views: {
        WalletReceive: {
          load: async () => {
            if (behaviours[version] === 'has a view that cannot be loaded') throw new Error('no chunk')
            return viewOf(version)
          },
        },
      },
    }) as unknown as Remote
  const load = async (_: string, version: string) => {
    loads.push(version)
    if (behaviours[version] === 'cannot be loaded') throw new Error('no file')
    if (behaviours[version] === 'is not the latest') throw new ModalError('release.stale')
    return codeOf(version)
  }
  const index = {
    receive: {
      channels: { stable: [...stable] },
      versions: Object.fromEntries(['1.0.0', '1.1.0', '1.2.0'].map((version) => [version, release(version)])),
    },
  }
  const switches = { receive: { version: '1.2.0', rollout: 100 } }
  store.dispatch(featuresResolved({ features: ALL_OFF, others: {}, switches, source: 'fresh', healthPercent }))
  const recovery = createRecovery({ store, storage, replan: () => replan() }, 'react-core-1.7.19')
  undo.push(() => recovery.dispose())
  const remotes = createRemotes(
    test as never,
    { load, messages: async () => ({}) },
    () => 'Account',
    () => false,
    () => recovery,
  )
  const replan = (now = serial) => {
    const plan = planRemotes({ named: ['receive'], isWanted: () => true, switches, bucket: 0 }, index)
    return remotes.reconcile(recovery.avoid(plan, { remotes: index, switches, bucket: 0, serial: now }))
  }
  await replan()
  store.dispatch(opened({ view: 'Connect' }))
  const view = await render(inShell(test, <ViewOutlet direction="none" />, { remotes }))
  await act(async () => test.commands.navigate('WalletReceive'))
  // Each attempt takes a few turns.
  for (let turn = 0; turn < 20; turn++) await act(async () => {})
  return { ...view, ...test, storage, loads, replan, recovery }
}

test('a list of releases that is not the latest says nothing about a version: nothing is replaced or reported', async () => {
  const page = await visit({ behaviours: { ...WORKS, '1.2.0': 'is not the latest' } })
  expect(page.loads).toEqual(['1.2.0'])
  expect(page.text()).not.toContain('1.1.0')
  expect(sent).toEqual([])
})

test("a developer's remote that fails is neither replaced nor reported", async () => {
  const { store, recovery } = await visit({ behaviours: WORKS })
  sent = []
  store.dispatch(overrideChanged({ id: 'receive', state: 'running' }))
  recovery.loaded('receive', '1.2.0', 5)
  for (let times = 0; times < 3; times++) expect(await recovery.failed('receive', '1.2.0', 'crash')).toBe(false)
  expect(sent).toEqual([])
})

const WORKS = { '1.1.0': 'works', '1.0.0': 'works' } as const

describe('a version that fails twice in a browser', () => {
  test.each<[Behaviour, string[]]>([
    ['cannot be loaded', ['1.2.0', '1.2.0', '1.1.0']],
    ['has a view that cannot be loaded', ['1.2.0', '1.1.0']],
    ['crashes', ['1.2.0', '1.1.0']],
  ])('because it %s is replaced at once: the visitor sees the version that works, and no error', async (how, loads) => {
    const page = await visit({ behaviours: { ...WORKS, '1.2.0': how } })
    expect(page.text()).toBe('1.1.0')
    expect(page.loads).toEqual(loads)
    expect(page.names('[role=alert]')).toEqual([])
  })

  test('is replaced by the next version of the channel that does not fail', async () => {
    const page = await visit({ behaviours: { '1.2.0': 'crashes', '1.1.0': 'crashes', '1.0.0': 'works' } })
    expect(page.text()).toBe('1.0.0')
  })

  test('is avoided at the next visit, and tried again with a newer index', async () => {
    const behaviours = { ...WORKS, '1.2.0': 'crashes' } as const
    const { storage } = await visit({ behaviours })
    await unmountAll()
    expect((await visit({ behaviours, storage })).loads).toEqual(['1.1.0'])
    await unmountAll()
    const mended = await visit({ behaviours: { ...WORKS, '1.2.0': 'works' }, storage, serial: 2 })
    expect(mended.text()).toBe('1.2.0')
  })

  test('is avoided for as long as the page lives if nothing can be stored', async () => {
    const blocked: Storage = { read: () => undefined, write() {}, remove() {}, watch: () => () => {} }
    const page = await visit({ behaviours: { ...WORKS, '1.2.0': 'crashes' }, storage: blocked })
    await page.replan()
    expect(page.text()).toBe('1.1.0')
    expect(page.store.getState().remotes.byId.receive?.version).toBe('1.1.0')
  })

  test('is not replaced if there is no other version: the visitor sees the error, and can try again', async () => {
    const page = await visit({ behaviours: { '1.2.0': 'crashes' }, stable: ['1.2.0'] })
    expect(page.names('[role=alert]')).toHaveLength(1)
    expect(page.text()).toContain('Try again')
  })

  test('is not blamed while the browser is offline', async () => {
    jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    const page = await visit({ behaviours: { ...WORKS, '1.2.0': 'cannot be loaded' } })
    expect(page.loads).toEqual(['1.2.0'])
    expect(page.storage.read('failedVersions')).toBeUndefined()
  })
})

describe('reports', () => {
  const hide = () => {
    jest.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))
  }
  const ofBeacons = () => beacons.flatMap((body) => (JSON.parse(body) as { entries: object[] }).entries)

  test('name the version, the times and its share of the visitors, and nothing else', async () => {
    const page = await visit({ behaviours: { '1.2.0': 'works' } })
    hide()
    const time = expect.any(Number)
    expect(ofBeacons()).toEqual([
      { id: 'receive', version: '1.2.0', outcome: 'healthy', share: 100, loadMs: time, renderMs: time },
    ])
    page.recovery.dispose()
    expect(beacons).toHaveLength(1)
  })

  test('tell a crash at once, and mark the version that has taken its place', async () => {
    jest.useFakeTimers({ doNotFake: ['setImmediate', 'queueMicrotask', 'performance'] })
    await visit({ behaviours: { ...WORKS, '1.2.0': 'crashes' } })
    await act(async () => void jest.advanceTimersByTime(6_000))
    expect(sent.flatMap(({ entries }) => entries)).toEqual([
      expect.objectContaining({ version: '1.2.0', outcome: 'crash' }),
      expect.objectContaining({ version: '1.1.0', outcome: 'healthy', isFallback: true }),
    ])
  })

  test.each<[string, Partial<Visit>]>([
    ['the operator wants none', { healthPercent: 0 }],
    ['the page is not in the sample', { healthPercent: 50 }],
    ['the site has switched analytics off', { analytics: false }],
  ])('are not sent if %s', async (_, more) => {
    await visit({ behaviours: { ...WORKS, '1.2.0': 'crashes' }, ...more })
    hide()
    expect([sent, beacons]).toEqual([[], []])
  })
})
