/** @jest-environment jsdom */
import type { RemoteId } from '@portico/contracts'
import type { RemoteRelease, StaticHalf } from '@portico/contracts/services/releaseIndex'
import { verifyIndex } from '@portico/contracts/services/verifyIndex'
import { createTestStore, HOST, memoryStorage } from '../../testing/store.ts'
import type { Remotes } from '../kernel/createRemotes.ts'
import type { Choice } from '../kernel/planRemotes.ts'
import { remoteAnnounced } from '../kernel/remotesSlice.ts'
import { ALL_OFF } from '../project/features.ts'
import { featuresResolved } from '../project/projectSlice.ts'
import { checkTimestamp } from './checkTimestamp.ts'
import { createReleases } from './createReleases.ts'
import { diagnoseRemotes } from './diagnoseRemotes.ts'
import type { DeferredReleases } from './loadDeferred.ts'
import { loadTeamReleases } from './loadTeamReleases.ts'
import { createRecovery } from './recovery.ts'
import { withhold } from './restriction.ts'
import { unfamiliar } from './unfamiliar.ts'

const DAY_MS = 86_400_000

let pair: CryptoKeyPair
let keys: string[]

const base64 = (bytes: ArrayBuffer) => btoa(String.fromCharCode(...new Uint8Array(bytes)))

beforeAll(async () => {
  pair = (await crypto.subtle.generateKey('Ed25519', true, ['sign', 'verify'])) as CryptoKeyPair
  keys = [`ed25519:test:${base64(await crypto.subtle.exportKey('raw', pair.publicKey))}`]
})

async function signed(document: string): Promise<string> {
  const signature = await crypto.subtle.sign('Ed25519', pair.privateKey, new TextEncoder().encode(document))
  return `ed25519:test:${base64(signature)}\n${document}`
}

/** Not used for fetching in this test: the hash only has to differ between texts. */
const integrityOf = (text: string) =>
  `sha384-${btoa(text.replace(/\W/g, '')).replace(/=/g, '').padEnd(64, 'A').slice(-64)}`

const remote = (id: string, version = '1.0.0', more: Partial<StaticHalf> = {}) => ({
  channels: { stable: [version] },
  versions: {
    [version]: {
      url: `remotes/${id}/${version}/`,
      integrity: integrityOf(`${id} ${version}`),
      contract: '^2.0.0',
      static: { messages: { title: `The ${id}` }, views: { [id]: { title: 'title' } }, slots: {}, ...more },
    },
  },
})
type Entries = Record<string, ReturnType<typeof remote>>

let serial = 1
/** The host's response: a current index that contains `first` and pins `later`. */
async function release(first: Entries, later?: Entries): Promise<Response> {
  const document = {
    format: 1,
    serial: serial++,
    issuedAt: new Date().toISOString(),
    notAfter: new Date(Date.now() + DAY_MS).toISOString(),
    audience: [new URL(HOST).origin],
    shells: [],
    remotes: first,
    ...(later && { later: { file: 'releases.json', integrity: integrityOf(JSON.stringify(later)) } }),
  }
  return new Response(await signed(JSON.stringify(document)))
}

/** One page, with the remotes planned for it and the files that it has fetched. */
function visit() {
  const { store } = createTestStore()
  const plans: (readonly string[])[] = []
  const off: string[] = []
  const fetched: string[] = []
  const files = new Map<string, Entries | Error>()
  const reconcile: Remotes['reconcile'] = async (wanted: ReadonlyMap<RemoteId, Choice>) => {
    off.splice(0, off.length, ...[...wanted].flatMap(([id, { kind }]) => (kind === 'off' ? [id] : [])))
    plans.push([...wanted].flatMap(([id, choice]) => (choice.kind === 'on' ? [`${id}@${choice.version}`] : [])))
  }
  const releases = createReleases(
    {
      store,
      storage: memoryStorage(),
      remotes: { reconcile } as unknown as Remotes,
      async loadDeferred({ integrity }): Promise<DeferredReleases> {
        fetched.push(integrity)
        const found = files.get(integrity)
        if (!found || found instanceof Error) throw found ?? new Error('Not found')
        return {
          remotes: found,
          swapRouters: ['a router'],
          diagnoseRemotes,
          loadTeamReleases,
          checkTimestamp,
          withhold,
          unfamiliar,
        }
      },
      loadRecovery: async (setup) => createRecovery(setup, 'react-core-1.7.19'),
    },
    { host: HOST, api: HOST, keys, verifyIndex },
  )
  store.dispatch(
    featuresResolved({
      features: { ...ALL_OFF, email: true, receive: true, swaps: ['1inch'] },
      others: {},
      switches: {},
      source: 'fresh',
    }),
  )
  return {
    releases,
    fetched,
    /** The features that visitors currently have. */
    offered: () => plans.at(-1),
    /** The features that the last plan switches off. */
    withdrawn: () => off,
    /** Done by the kernel, which this test leaves out. */
    announce: (id: string, { versions }: ReturnType<typeof remote>) => {
      const half = Object.values(versions)[0]?.static as StaticHalf
      store.dispatch(remoteAnnounced({ id, version: '1.0.0', half }))
    },
    failure: () => store.getState().remotes.failure?.code,
    serve(later: Entries | Error, pinned = later) {
      files.set(integrityOf(JSON.stringify(pinned)), later)
    },
  }
}

const EMAIL = { email: remote('email') }
const LATER = { receive: remote('receive'), swaps: remote('swaps', '1.0.0', { isRestricted: true }) }

let warned: string[]
beforeEach(() => {
  localStorage.clear()
  warned = []
  jest.spyOn(console, 'warn').mockImplementation((...texts) => void warned.push(texts.join(' ')))
  jest.spyOn(console, 'error').mockImplementation(() => {})
})
afterEach(() => jest.restoreAllMocks())

test('a visitor who only looks at the list of wallets fetches only the index, without a warning', async () => {
  const page = visit()
  page.serve(LATER)
  await page.releases.refresh(release(EMAIL, LATER))
  expect([page.offered(), page.fetched, page.releases.deferred()?.swapRouters]).toEqual([
    ['email@1.0.0'],
    [],
    undefined,
  ])
  expect(warned).toEqual([])
})

test('the rest is fetched when needed, and only once', async () => {
  const page = visit()
  page.serve(LATER)
  await page.releases.refresh(release(EMAIL, LATER))
  await Promise.all([page.releases.complete(), page.releases.complete()])
  await page.releases.refresh(release(EMAIL, LATER))
  expect(page.offered()).toEqual(['email@1.0.0', 'swaps@1.0.0', 'receive@1.0.0'])
  expect(page.fetched).toHaveLength(1)
  expect(page.releases.deferred()?.swapRouters).toEqual(['a router'])
})

test('a request for the rest that comes before the index waits for the index and the rest', async () => {
  const page = visit()
  page.serve(LATER)
  void page.releases.refresh(release(EMAIL, LATER))
  await page.releases.complete()
  expect(page.offered()).toEqual(['email@1.0.0', 'swaps@1.0.0', 'receive@1.0.0'])
})

test('a newer index has a rest of its own; until that has loaded, the previous rest is used', async () => {
  const page = visit()
  page.serve(LATER)
  void page.releases.refresh(release(EMAIL, LATER))
  await page.releases.complete()
  const newer = { receive: remote('receive', '1.1.0') }
  page.serve(new Error('offline'), newer as never)
  await page.releases.refresh(release(EMAIL, newer))
  expect(page.offered()).toEqual(['email@1.0.0', 'swaps@1.0.0', 'receive@1.0.0'])
  expect(page.failure()).toBeUndefined()
  page.serve(newer)
  await page.releases.refresh(release(EMAIL, newer))
  expect(page.offered()).toEqual(['email@1.0.0', 'receive@1.1.0'])
})

test('if the rest cannot be loaded, the failure is reported, Connect still works, and a retry can succeed', async () => {
  const page = visit()
  await page.releases.refresh(release(EMAIL, LATER))
  await page.releases.complete()
  expect([page.offered(), page.failure()]).toEqual([['email@1.0.0'], 'release.invalid'])
  expect(page.releases.isLacking()).toBe(true)
  page.serve(LATER)
  await page.releases.refresh(release(EMAIL, LATER))
  expect([page.offered()?.length, page.failure()]).toEqual([3, undefined])
  expect(page.releases.isLacking()).toBe(false)
})

test('features that are restricted in some regions are not offered before the restrictions are known', async () => {
  const page = visit()
  await page.releases.refresh(release({ ...EMAIL, ...LATER }))
  await page.releases.complete()
  expect(page.offered()).toEqual(['email@1.0.0', 'receive@1.0.0'])
})

test('a feature that leaves the index leaves open pages, too', async () => {
  const page = visit()
  const safety = remote('safety', '1.0.0', { isOnByDefault: true })
  await page.releases.refresh(release({ ...EMAIL, safety }))
  expect(page.offered()).toEqual(['email@1.0.0', 'safety@1.0.0'])
  page.announce('safety', safety)
  await page.releases.refresh(release(EMAIL))
  expect(page.withdrawn()).toContain('safety')
})

test("a developer's remote takes its place in each plan, like a published one, until it leaves", async () => {
  const page = visit()
  page.serve(LATER)
  await page.releases.refresh(release(EMAIL, LATER))
  await page.releases.complete()
  const place = (id: string, version: string, more: Partial<StaticHalf> = {}) => {
    const release = Object.values(remote(id, version, more).versions)[0] as RemoteRelease
    return page.releases.amend((plan) => plan.set(id, { kind: 'on', version, release }))
  }
  await place('receive', '1.0.9')
  expect(page.offered()).toEqual(['email@1.0.0', 'swaps@1.0.0', 'receive@1.0.9'])
  await place('safety', '0.1.1')
  await page.releases.refresh(release(EMAIL, LATER))
  expect(page.offered()).toEqual(['email@1.0.0', 'swaps@1.0.0', 'receive@1.0.0', 'safety@0.1.1'])
  page.announce('safety', remote('safety'))
  await page.releases.amend()
  expect([page.offered(), page.withdrawn()]).toEqual([
    ['email@1.0.0', 'swaps@1.0.0', 'receive@1.0.0'],
    expect.arrayContaining(['safety']),
  ])
})
