/** @jest-environment jsdom */
import type { ViewName } from '@portico/contracts'
import { DEVELOPER_PARAMETER } from '@portico/contracts/developerParameter'
import type { ReleaseIndex, StaticHalf } from '@portico/contracts/services/releaseIndex'
import { createTestStore } from '../../../testing/store.ts'
import type { Choice } from '../../kernel/planRemotes.ts'
import { remoteAnnounced, remoteWithdrawn, selectRemote } from '../../kernel/remotesSlice.ts'
import { opened, viewPushed } from '../../router/routerSlice.ts'
import type { Releases } from '../createReleases.ts'
import { diagnoseRemotes } from '../diagnoseRemotes.ts'
import { createOverride } from './createOverride.ts'

const allowed: object[] = []
jest.mock('../remoteCode.ts', () => ({
  featuresCode: async () => ({ allowDeveloper: (release: object) => allowed.push(release) }),
}))

const ORIGIN = 'http://localhost:4399'
const SCHEME = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' }
const hash = (letter: string) => `sha384-${letter.repeat(64)}`
const base64 = (bytes: ArrayBuffer) => btoa(String.fromCharCode(...new Uint8Array(bytes)))
const halfWith = (...views: string[]): StaticHalf => ({
  messages: {},
  views: Object.fromEntries(views.map((view) => [view, { title: 'safety.title' }])),
  slots: {},
})

let pair: CryptoKeyPair
let key: string
beforeAll(async () => {
  pair = await crypto.subtle.generateKey(SCHEME, true, ['sign', 'verify'])
  key = base64(await crypto.subtle.exportKey('raw', pair.publicKey))
    .replace(/\+/g, '-')
    .replace(/\//g, '_')
    .replace(/=/g, '')
})

interface Said {
  readonly version?: string
  readonly integrity?: string
  readonly contract?: string
  readonly half?: StaticHalf
  readonly by?: CryptoKey
}

async function statement({
  version = '0.1.1',
  integrity = hash('A'),
  contract = '^2.0.0',
  half = halfWith('Safety'),
  by,
}: Said) {
  const release = { url: `${version}/`, integrity, contract, static: half }
  const document = JSON.stringify({ format: 1, id: 'safety', version, release })
  const signature = await crypto.subtle.sign(SCHEME, by ?? pair.privateKey, new TextEncoder().encode(document))
  return `${base64(signature)}\n${document}`
}

/** The stream of builds of the page's override. */
class Builds {
  static last: Builds | undefined
  onmessage?: () => void
  isClosed = false
  constructor(readonly url: string) {
    Builds.last = this
  }
  close() {
    this.isClosed = true
  }
}

async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise((done) => setTimeout(done))
}

/** A page on which the modal is open. */
function visit({ index = {}, isFramed }: { index?: Partial<ReleaseIndex> | null; isFramed?: () => boolean } = {}) {
  const { store } = createTestStore()
  const plans: (readonly [string, string][])[] = []
  const published = halfWith('WalletSend')
  const versions = {
    '1.0.0': { url: 'remotes/send/1.0.0/', integrity: hash('B'), contract: '^2.0.0', static: published },
  }
  let amendment: Parameters<Releases['amend']>[0]
  const releases = {
    complete: async () => {},
    index: () => (index ? ({ remotes: {}, ...index } as ReleaseIndex) : undefined),
    deferred: () => ({ remotes: { send: { channels: {}, versions } } }),
    async amend(how: typeof amendment) {
      amendment = how
      const plan = new Map<string, Choice>()
      how?.(plan)
      plans.push([...plan].map(([id, choice]) => [id, choice.kind === 'on' ? choice.version : choice.kind]))
      const choice = plan.get('safety')
      if (choice?.kind !== 'on') store.dispatch(remoteWithdrawn('safety'))
      else {
        const { url, integrity, static: half } = choice.release
        store.dispatch(remoteAnnounced({ id: 'safety', version: choice.version, half, source: { url, integrity } }))
      }
    },
  }
  const shell = {
    store,
    releases: releases as unknown as Releases,
    opening: {
      landing: () => 'Account',
      present: (view: ViewName) => void store.dispatch(opened({ view })),
    },
    views: {
      load: async () => ({}),
      loaded: () => undefined,
      find: (view: string) => view !== 'Safety' || selectRemote(store.getState(), 'safety'),
    },
  }
  const override = createOverride(shell as unknown as Parameters<typeof createOverride>[0], isFramed)
  store.dispatch(opened({ view: 'Account' }))
  const view = (): string | undefined => store.getState().router.stack.at(-1)?.view
  const diagnosis = () => diagnoseRemotes(store.getState(), 'https://host.example/').override
  /** Another index has arrived. */
  const refresh = (next: Partial<ReleaseIndex>) => {
    index = next
    amendment?.(new Map())
  }
  return { store, override, plans, view, diagnosis, refresh }
}

const askFor = (integrity = hash('A')) =>
  history.replaceState(null, '', `/#${DEVELOPER_PARAMETER}=${['safety', ORIGIN, integrity, key].join(',')}`)
const answers = (answer: () => Promise<Response>) => {
  globalThis.fetch = jest.fn(answer) as typeof fetch
}
const says = async (said: Said = {}) => {
  const text = await statement(said)
  answers(async () => new Response(text))
}

beforeEach(async () => {
  allowed.length = 0
  performance.getEntriesByType = () => []
  Builds.last = undefined
  Object.assign(globalThis, { EventSource: Builds })
  jest.spyOn(console, 'warn').mockImplementation(() => {})
  await says()
})
afterEach(() => {
  jest.restoreAllMocks()
  sessionStorage.clear()
  history.replaceState(null, '', '/')
})

test('a link asks in the window, and requests nothing and runs nothing before consent', async () => {
  askFor()
  const { override, plans, view, diagnosis } = visit()
  await override.look()
  expect(view()).toBe('DeveloperOverride')
  expect(diagnosis()).toEqual({ id: 'safety', origin: ORIGIN, integrity: hash('A'), state: 'asked' })
  expect([plans, allowed, jest.mocked(fetch).mock.calls, sessionStorage.length]).toEqual([[], [], [], 0])
})

test('after consent it runs, the window shows again what it showed, and the tab remembers it', async () => {
  askFor()
  const first = visit()
  await first.override.look()
  await first.override.allow()
  expect([first.view(), first.plans, first.diagnosis()?.state]).toEqual(['Account', [[['safety', '0.1.1']]], 'running'])
  expect(allowed).toMatchObject([{ url: `${ORIGIN}/0.1.1/`, integrity: hash('A') }])
  const reloaded = visit()
  await reloaded.override.look()
  expect([reloaded.view(), reloaded.diagnosis()?.state]).toEqual(['Account', 'running'])
})

test('without consent nothing runs, and diagnostics say why', async () => {
  askFor()
  const { override, plans, view, diagnosis } = visit()
  await override.look()
  override.decline()
  await override.look()
  expect([view(), plans, sessionStorage.length]).toEqual(['Account', [], 0])
  expect(diagnosis()).toMatchObject({ id: 'safety', state: 'refused', error: 'override.declined' })
})

test('an index that forbids it, or none at all, is obeyed, also if the tab remembers consent', async () => {
  for (const [index, error] of [
    [{ developerOverride: false }, 'override.forbidden'],
    [null, 'release.unreachable'],
  ] as const) {
    askFor()
    const asked = visit({ index })
    await asked.override.look()
    sessionStorage.setItem(
      DEVELOPER_PARAMETER,
      JSON.stringify({ id: 'safety', origin: ORIGIN, integrity: hash('A'), key }),
    )
    const kept = visit({ index })
    await kept.override.look()
    for (const { view, plans, diagnosis } of [asked, kept])
      expect([view(), plans, diagnosis()]).toMatchObject(['Account', [], { state: 'refused', error }])
    expect([allowed, sessionStorage.length]).toEqual([[], 0])
  }
})

test('a page that another page embeds does not even ask', async () => {
  askFor()
  const { override, view, diagnosis } = visit({ isFramed: () => true })
  await override.look()
  expect([view(), diagnosis()]).toMatchObject(['Account', { state: 'refused', error: 'override.framed' }])
})

test.each<[string, Said, string]>([
  ['another build than the link names', { integrity: hash('C') }, 'override.changed'],
  ['a view of another remote', { half: halfWith('WalletSend') }, 'override.conflict'],
  ['a contract that the window does not offer', { contract: '^9.0.0' }, 'remote.contract'],
])('%s is refused after consent, and forgotten', async (_, said, error) => {
  askFor()
  await says(said)
  const { override, plans, diagnosis } = visit()
  await override.look()
  await override.allow()
  expect(plans.flat()).toEqual([])
  expect([diagnosis(), allowed, sessionStorage.length]).toMatchObject([{ state: 'refused', error }, [], 0])
})

test('an edit shows in the open window, in the view that was open', async () => {
  askFor()
  const { store, override, plans, view } = visit()
  await override.look()
  await override.allow()
  store.dispatch(viewPushed({ view: 'Safety' as ViewName }))
  await says({ version: '0.1.2', integrity: hash('D') })
  Builds.last?.onmessage?.()
  await until(() => plans.length === 2 && view() === 'Safety')
  expect(plans.at(-1)).toEqual([['safety', '0.1.2']])
  expect(store.getState().router.stack.map((entry) => entry.view)).toEqual(['Account', 'Safety'])
})

test('another program at the same address gets nothing: what is published comes back', async () => {
  askFor()
  const { override, plans, diagnosis } = visit()
  await override.look()
  await override.allow()
  const thief = await crypto.subtle.generateKey(SCHEME, true, ['sign', 'verify'])
  await says({ version: '0.1.2', integrity: hash('E'), by: thief.privateKey })
  Builds.last?.onmessage?.()
  await until(() => diagnosis()?.state !== 'running')
  expect([plans.at(-1), diagnosis(), sessionStorage.length]).toMatchObject([
    [],
    { state: 'refused', error: 'override.changed' },
    0,
  ])
  expect([allowed.length, Builds.last?.isClosed]).toEqual([1, true])
})

test('a command that has ended leaves the last build running, and after a reload what is published', async () => {
  askFor()
  const { override, diagnosis } = visit()
  await override.look()
  await override.allow()
  const asked = jest.fn(() => Promise.reject(new TypeError('Failed to fetch')))
  answers(asked)
  Builds.last?.onmessage?.()
  await until(() => asked.mock.calls.length === 1)
  expect(diagnosis()?.state).toBe('running')
  const reloaded = visit()
  await reloaded.override.look()
  expect([reloaded.plans, reloaded.diagnosis()]).toMatchObject([
    [],
    { state: 'refused', error: 'override.unreachable' },
  ])
})

test.each([
  ['another link', () => askFor(hash('F')), 'asked'],
  ['a link that cannot be read', () => history.replaceState(null, '', `/#${DEVELOPER_PARAMETER}=x`), 'refused'],
])('%s ends what runs, so that nothing runs without the bar', async (_, arrive, state) => {
  askFor()
  const { override, plans, diagnosis } = visit()
  await override.look()
  await override.allow()
  arrive()
  await override.look()
  expect([plans.at(-1), diagnosis()?.state, sessionStorage.length]).toEqual([[], state, 0])
})

test('an index that forbids it ends it in an open window', async () => {
  askFor()
  const { override, plans, diagnosis, refresh } = visit()
  await override.look()
  await override.allow()
  refresh({})
  expect(diagnosis()?.state).toBe('running')
  refresh({ developerOverride: false })
  await until(() => diagnosis()?.state === 'refused')
  expect([plans.at(-1), diagnosis()?.error, sessionStorage.length]).toEqual([[], 'override.forbidden', 0])
})

test('Stop brings back what is published, for good', async () => {
  askFor()
  const { store, override, plans, view, diagnosis } = visit()
  await override.look()
  await override.allow()
  store.dispatch(viewPushed({ view: 'Safety' as ViewName }))
  await override.stop()
  expect([plans.at(-1), view(), diagnosis()?.state, sessionStorage.length]).toEqual([[], 'Account', 'stopped', 0])
  const reloaded = visit()
  await reloaded.override.look()
  expect([reloaded.plans, reloaded.diagnosis()]).toEqual([[], undefined])
})

test('what a page has put on Object.prototype allows nothing', async () => {
  askFor()
  const { override, plans, diagnosis } = visit({ index: { developerOverride: false } })
  const polluted = Object.prototype as unknown as Record<string, unknown>
  for (const [name, value] of [
    ['developerOverride', true],
    ['integrity', hash('A')],
  ] as const)
    Object.defineProperty(polluted, name, { value, configurable: true, writable: true })
  try {
    await override.look()
  } finally {
    delete polluted.developerOverride
    delete polluted.integrity
  }
  expect([plans, diagnosis()]).toMatchObject([[], { error: 'override.forbidden' }])
})
