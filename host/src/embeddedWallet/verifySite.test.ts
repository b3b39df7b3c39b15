/** @jest-environment jsdom */
import { createHash } from 'node:crypto'
import type { SignedSite } from '@portico/contracts/services/laterReleases'
import type { ReleaseIndex } from '@portico/contracts/services/releaseIndex'
import type { DeferredReleases } from '../releases/loadDeferred.ts'
import { verifySite } from './verifySite.ts'

const SITE = 'https://secure.example'
const FRAME = `${SITE}/sdk?projectId=demo&chainId=eip155%3A1`
const settings = {
  services: 'https://api.example',
  shares: { auth: 'https://auth.example', recovery: 'https://recovery.example' },
  bundlers: { 'eip155:1': 'https://bundler.example/rpc?key=1' },
  isDevelopment: false,
}
const CONNECT = ['https://api.example', 'https://auth.example', 'https://recovery.example', 'https://bundler.example']
const html = (page: string) => `<!doctype html><title>${page}</title>`
const hashOf = (text: string) => `sha384-${createHash('sha384').update(text).digest('base64')}`

/**
 * Serves the secure site's files; `changes` replaces some of them, keyed by path. @returns the URLs that are requested
 */
function serve(changes: Record<string, string | number | undefined> = {}) {
  const requests: string[] = []
  const files: Record<string, string | number | undefined> = {
    ...Object.fromEntries(['/sdk', '/loading', '/approve', '/back'].map((path) => [path, html(path)])),
    '/settings.json': JSON.stringify(settings),
    ...changes,
  }
  globalThis.fetch = (async (url: string, init: RequestInit) => {
    requests.push(url)
    expect(init).toMatchObject({ cache: 'no-store', credentials: 'omit', redirect: 'error' })
    const file = files[new URL(url).pathname]
    if (file === undefined) throw new TypeError('Failed to fetch')
    return typeof file === 'number' ? { ok: false, status: file } : served(file)
  }) as never
  return requests
}
const served = (text: string) => ({ ok: true, arrayBuffer: async () => new TextEncoder().encode(text).buffer })

interface Signed {
  readonly origins?: readonly string[]
  readonly site?: Partial<SignedSite> | null
}

/** The secure site's entry in the signed release index. */
function signed({ origins = [SITE], site = {} }: Signed = {}) {
  const pages = Object.fromEntries(
    ['/sdk', '/loading', '/approve', '/back'].map((path) => [path, [hashOf(html(path))]]),
  )
  const index = { origins: { secureSite: origins } } as unknown as ReleaseIndex
  const deferred = { ...(site && { secureSite: { pages, connect: CONNECT, ...site } }) } as unknown as DeferredReleases
  const isLacking = () => false
  return { complete: async () => {}, refresh: async () => {}, index: () => index, deferred: () => deferred, isLacking }
}

const reasonFor = (releases: ReturnType<typeof signed>) =>
  verifySite(FRAME, releases).then(
    () => 'verified',
    (error: { code?: string; details?: { reason: string; url: string } }) =>
      error.code === 'frame.unverified' ? `${error.details?.reason} ${error.details?.url}` : 'unreachable',
  )

test('the site is verified if the frame, the pages beside it and the settings match the signed ones', async () => {
  const requests = serve()
  expect(await reasonFor(signed())).toBe('verified')
  expect(requests.sort()).toEqual(
    [FRAME, ...['/approve', '/back', '/loading', '/settings.json'].map((path) => SITE + path)].sort(),
  )
})

test('during a rolling update, both versions of a page are accepted', async () => {
  serve({ '/sdk': 'the page before' })
  const pages = signed().deferred().secureSite as SignedSite
  const both = { ...pages.pages, '/sdk': [...(pages.pages['/sdk'] ?? []), hashOf('the page before')] }
  expect(await reasonFor(signed({ site: { pages: both } }))).toBe('verified')
})

test.each(['/sdk', '/loading', '/approve', '/back'])(
  'if %s has one extra byte, the frame is not loaded',
  async (path) => {
    serve({ [path]: `${html(path)} ` })
    expect(await reasonFor(signed())).toBe(`page ${path === '/sdk' ? FRAME : SITE + path}`)
  },
)

test.each<[string, string]>([
  ['the login service of a thief', JSON.stringify({ ...settings, services: 'https://thief.example' })],
  [
    'the share store of a thief',
    JSON.stringify({ ...settings, shares: { ...settings.shares, auth: 'https://thief.example' } }),
  ],
  ['the bundler of a thief', JSON.stringify({ ...settings, bundlers: { 'eip155:1': 'https://thief.example/rpc' } })],
  ['an invalid address', JSON.stringify({ ...settings, services: 'api.example' })],
  ['invalid JSON', '<html>'],
])('settings with %s are refused', async (_, text) => {
  serve({ '/settings.json': text })
  expect(await reasonFor(signed())).toBe(`settings ${SITE}/settings.json`)
})

test('an origin that the index does not list is refused without a request', async () => {
  const requests = serve()
  expect(await reasonFor(signed({ origins: ['https://other.example'] }))).toBe(`origin ${SITE}`)
  expect(requests).toEqual([])
})

test.each<[string, Signed]>([
  ['no secure site', { site: null }],
  ['invalid pages of the secure site', { site: { pages: 'all' as never } }],
])('with an index that has %s, nothing is verified', async (_, says) => {
  serve()
  expect(await reasonFor(signed(says))).toBe(`index ${SITE}`)
})

describe.each([
  ['the index', () => undefined],
  ['the rest of the index', () => ({ origins: { secureSite: [SITE] }, later: {} }) as never],
])('if %s is unavailable', (_, index) => {
  const refresh = jest.fn(async () => {})
  const lacking = { complete: async () => {}, refresh, index, deferred: () => undefined, isLacking: () => true }

  test('a second request is made; if that fails too, nothing is verified and the site does not count as changed', async () => {
    const requests = serve()
    expect(await reasonFor(lacking as never)).toBe('unreachable')
    expect([requests, lacking.refresh.mock.calls.length]).toEqual([[], 1])
  })

  test('and the second response contains it, the site is verified', async () => {
    serve()
    const releases = { ...lacking, refresh: async () => void Object.assign(releases, signed()) }
    expect(await reasonFor(releases as never)).toBe('verified')
  })
})

test.each<[string, number | undefined]>([
  ['cannot be reached', undefined],
  ['answers 403', 403],
])('a site that %s does not count as changed', async (_, answer) => {
  serve({ '/sdk': answer })
  expect(await reasonFor(signed())).toBe('unreachable')
})
