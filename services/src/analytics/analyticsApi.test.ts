import { AnalyticsConfig, type AnalyticsEvent, AnalyticsReport } from '@portico/contracts/services/analytics'
import { anything, assert, asyncProperty, constantFrom, string } from 'fast-check'
import { parse } from 'valibot'
import { openFreshDatabase } from '../../testing/databases.ts'
import type { Database } from '../database/openDatabase.ts'
import { ADMIN_PATH, createApp } from '../http/createApp.ts'
import { createLog } from '../log.ts'
import { createGuard } from '../operators/guard.ts'
import { adminApi } from '../projectConfig/adminApi.ts'
import { createAuthorize } from '../projectConfig/adminTokens.ts'
import { createAdminView } from '../projectConfig/adminView.ts'
import { createKnownProjects, projectsIn } from '../projectConfig/knownProjects.ts'
import { NOTHING_MISSING } from '../projectConfig/missing.ts'
import { seedProject } from '../projectConfig/seedProject.ts'
import { analyticsAdminApi } from './analyticsAdminApi.ts'
import { analyticsApi } from './analyticsApi.ts'
import { type Counter, createCounter } from './createCounter.ts'
import { saveTally } from './saveTally.ts'
import { ACCOUNTS_MAX, RELEASES_MAX } from './tally.ts'

const TOKEN = 'operator-0123456789abcdef'
const TOGGLER = 'toggler-0123456789abcdef'
const ADDRESS = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const TODAY = '2025-08-12'
const AN_HOUR_MS = 3_600_000

let database: Database
let projectId: string
let counter: Counter
let today: string
let app: ReturnType<typeof createApp>
const lines: string[] = []
let made = 0

beforeAll(async () => {
  database = await openFreshDatabase(createLog('error'))
}, 30_000)
afterAll(() => database.close())

beforeEach(async () => {
  made += 1
  projectId = made.toString(16).padStart(32, '0')
  today = TODAY
  lines.length = 0
  const { db } = database
  await seedProject(db, { projectId })
  const log = createLog('info', (line) => lines.push(line))
  const now = () => Date.parse(`${today}T23:59:59.999Z`)
  // No timer fires during a test: tests close the counter to make it write its counts.
  counter = createCounter({ save: (key, tally) => saveTally(db, key, tally), log, flushIntervalMs: AN_HOUR_MS, now })
  const guard = createGuard(
    createAuthorize([
      ...(['read', 'toggle', 'release'] as const).map((scope) => ({ scope, token: TOKEN })),
      { scope: 'toggle', token: TOGGLER },
    ]),
  )
  const readPublished = async () => undefined
  app = createApp(log)
    .route('/', analyticsApi(db, createKnownProjects(projectsIn(db)), counter))
    .route(
      `${ADMIN_PATH}/v1/projects`,
      adminApi(db, guard, readPublished, createAdminView(db, readPublished, NOTHING_MISSING)),
    )
    .route(`${ADMIN_PATH}/v1/projects`, analyticsAdminApi(db, guard, now))
})
afterEach(() => counter.close())

const track = (event: string, address?: string): AnalyticsEvent => ({
  eventId: '7a0c8f1e-0f53-4a1e-9b3d-5a2f5cbb4a10',
  url: 'https://shop.example/checkout',
  domain: 'shop.example',
  timestamp: 1_600_000_000_000,
  props: { type: 'track', event, address, properties: { caipNetworkId: 'eip155:1' } },
})
const failure = (errorType: string, stackTrace?: string): AnalyticsEvent => ({
  ...track(''),
  timestamp: '2020-08-12T09:30:00.000Z',
  props: { type: 'error', event: 'INTERNAL_SDK_ERROR', errorType, errorMessage: 'Something failed', stackTrace },
})

const post = (path: string, body: unknown, sv = 'react-wagmi-1.7.19', project = projectId) =>
  app.request(`${path}?projectId=${project}&st=appkit&sv=${encodeURIComponent(sv)}`, {
    method: 'POST',
    headers: { 'X-Forwarded-For': '192.0.2.77' },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })

const admin = (path: string, init: RequestInit = {}, token: string | null = TOKEN) =>
  app.request(`${ADMIN_PATH}/v1/projects/${projectId}${path}`, {
    ...init,
    headers: token === null ? {} : { Authorization: `Bearer ${token}` },
  })

const decide = async (decision: { isAnalyticsEnabled: boolean; addresses?: boolean }) =>
  expect((await admin('/analytics', { method: 'PUT', body: JSON.stringify(decision) })).status).toBe(200)

async function report(query = '') {
  const answer = await admin(`/analytics${query}`)
  expect(answer.status).toBe(200)
  return parse(AnalyticsReport, await answer.json())
}

/** The project's rows in all analytics tables, joined into one string. */
async function kept() {
  const { db } = database
  const rows = await Promise.all(
    (['analytics_events', 'analytics_errors', 'analytics_accounts'] as const).map((table) =>
      db.selectFrom(table).selectAll().where('project_id', '=', projectId).execute(),
    ),
  )
  return JSON.stringify(rows.flat(), (_, value) => (typeof value === 'bigint' ? `${value}` : value))
}

describe('reports for operators', () => {
  test('a report counts each event per day, whether it was sent alone or in a batch', async () => {
    await decide({ isAnalyticsEnabled: true })
    expect((await post('/e', track('MODAL_OPEN'))).status).toBe(202)
    expect((await post('/batch', [track('MODAL_OPEN'), track('CONNECT_SUCCESS')])).status).toBe(202)
    today = '2025-08-13'
    await post('/e', track('MODAL_OPEN'))
    await counter.close()
    expect(await report()).toEqual({
      from: '2025-07-15',
      to: '2025-08-13',
      events: [
        { day: TODAY, event: 'CONNECT_SUCCESS', count: 1 },
        { day: TODAY, event: 'MODAL_OPEN', count: 2 },
        { day: '2025-08-13', event: 'MODAL_OPEN', count: 1 },
      ],
      errors: [],
      accounts: [],
    })
  })

  test('a report lists each release’s error types, with the first and the last day on which each occurred', async () => {
    await decide({ isAnalyticsEnabled: true })
    await post('/batch', [failure('view.failed', 'at 0.1.0/shell.js:1:2'), failure('view.failed', 'at 0.1.0/x.js:3')])
    today = '2025-08-13'
    await post('/e', failure('view.failed', 'at 0.1.0/shell.js:1:2'))
    await post('/e', failure('view.failed', 'at 0.2.0/shell.js:1:2'))
    await post('/e', failure('AppKitError', 'AppKitError: no\n    at https://shop.example/app.js'))
    await post('/e', failure('0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'), '<script>')
    await counter.close()
    expect((await report()).errors).toEqual([
      { release: '0.1.0', type: 'view.failed', count: 3, firstDay: TODAY, lastDay: '2025-08-13' },
      { release: '0.2.0', type: 'view.failed', count: 1, firstDay: '2025-08-13', lastDay: '2025-08-13' },
      { release: 'other', type: 'other', count: 1, firstDay: '2025-08-13', lastDay: '2025-08-13' },
      { release: 'react-wagmi-1.7.19', type: 'AppKitError', count: 1, firstDay: '2025-08-13', lastDay: '2025-08-13' },
    ])
  })

  test('a report covers only the requested days', async () => {
    await decide({ isAnalyticsEnabled: true })
    for (const day of ['2025-08-10', '2025-08-11', '2025-08-12', '2025-08-13']) {
      today = day
      await post('/e', failure('view.failed'))
    }
    await counter.close()
    const { events, errors, from, to } = await report('?from=2025-08-11&to=2025-08-12')
    expect([from, to]).toEqual(['2025-08-11', '2025-08-12'])
    expect(events.map(({ day }) => day)).toEqual(['2025-08-11', '2025-08-12'])
    expect(errors).toMatchObject([{ count: 2, firstDay: '2025-08-11', lastDay: '2025-08-12' }])
  })

  test('a report is refused without a token that has its scope, and for a project that does not exist', async () => {
    expect((await admin('/analytics', {}, null)).status).toBe(401)
    expect((await admin('/analytics', {}, TOGGLER)).status).toBe(403)
    const unknown = await app.request(`${ADMIN_PATH}/v1/projects/${'f'.repeat(32)}/analytics`, {
      headers: { Authorization: `Bearer ${TOKEN}` },
    })
    expect(unknown.status).toBe(404)
    const known = await admin('/analytics')
    expect(known.headers.get('cache-control')).toBe('no-store')
    expect(known.headers.has('access-control-allow-origin')).toBe(false)
  })

  test.each([
    '?from=yesterday',
    '?from=2025-02-31',
    '?to=0000-01-01',
    '?from=2025-08-13',
    '?from=2024-08-11',
    '?from=2025-08-12&to=2025-08-11',
    '?day=2025-08-12',
  ])('a report for an invalid period (%s) is refused', async (query) => {
    const answer = await admin(`/analytics${query}`)
    expect([answer.status, await answer.json()]).toMatchObject([400, { error: { code: 'request.invalid' } }])
  })
})

describe('stored data about visitors', () => {
  test('without the operator’s opt-in, no account address, IP address or page is stored or logged', async () => {
    await decide({ isAnalyticsEnabled: true })
    const answer = await app.request(`/getAnalyticsConfig?projectId=${projectId}`)
    expect(parse(AnalyticsConfig, await answer.json())).toEqual({ isAnalyticsEnabled: true })
    await post('/batch', [track('CONNECT_SUCCESS', ADDRESS), failure('view.failed', `at ${ADDRESS}`)])
    await counter.close()
    expect((await report()).accounts).toEqual([])
    expect(await kept()).toContain('CONNECT_SUCCESS')
    for (const text of [await kept(), lines.join()]) {
      expect(text).not.toMatch(/0xf39|192\.0\.2\.77|shop\.example/i)
    }
  })

  test('an account counts once a day while addresses are on; switching addresses off deletes the stored accounts', async () => {
    await decide({ isAnalyticsEnabled: true, addresses: true })
    const answer = await app.request(`/getAnalyticsConfig?projectId=${projectId}`)
    expect(parse(AnalyticsConfig, await answer.json())).toEqual({ isAnalyticsEnabled: true, addresses: true })
    await post('/batch', [track('MODAL_OPEN', ADDRESS), track('MODAL_OPEN', ADDRESS.toLowerCase())])
    await post('/e', track('MODAL_OPEN', '7EcDhSYGxXyscszYEp35KHN8vvw3svAuLKTzXwCFLtV'))
    await counter.close()
    await post('/e', track('MODAL_OPEN', ADDRESS))
    expect((await report()).accounts).toEqual([{ day: TODAY, count: 2 }])
    expect(await kept()).not.toMatch(/192\.0\.2\.77|shop\.example/)

    await decide({ isAnalyticsEnabled: true, addresses: false })
    expect((await report()).accounts).toEqual([])
    expect(await kept()).not.toMatch(/0xf39/i)
    const audit = (await (await admin('/audit?limit=1')).json()) as { entries: unknown[] }
    expect(audit.entries[0]).toMatchObject({
      action: 'turn analytics on without addresses',
      from: { areAddressesKept: true },
      to: { areAddressesKept: false },
    })
  })

  test('an address still waiting to be written is dropped when the operator switches addresses off', async () => {
    await decide({ isAnalyticsEnabled: true, addresses: true })
    await post('/e', track('MODAL_OPEN', ADDRESS))
    await decide({ isAnalyticsEnabled: true, addresses: false })
    await counter.close()
    expect(await kept()).toContain('MODAL_OPEN')
    expect(await kept()).not.toMatch(/0xf39/i)
  })

  test('switching analytics off and on again keeps the setting for addresses', async () => {
    await decide({ isAnalyticsEnabled: true, addresses: true })
    await decide({ isAnalyticsEnabled: false })
    await decide({ isAnalyticsEnabled: true })
    expect(await (await admin('')).json()).toMatchObject({ isAnalyticsEnabled: true, areAddressesKept: true })
  })

  test('events that clients send while analytics are off are not stored', async () => {
    expect((await post('/e', track('INITIALIZE', ADDRESS))).status).toBe(202)
    await counter.close()
    expect(await kept()).toBe('[]')
  })
})

describe('made-up data cannot fill the database', () => {
  const rows = async () => (JSON.parse(await kept()) as unknown[]).length

  test('all unknown event names count as one name', async () => {
    await decide({ isAnalyticsEnabled: true })
    for (let n = 0; n < 5; n += 1) {
      await post(
        '/batch',
        Array.from({ length: 100 }, (_, m) => ({ ...track(`MADE_UP_${n}_${m}`), timestamp: n * 1e11 })),
      )
    }
    await counter.close()
    expect((await report()).events).toEqual([{ day: TODAY, event: 'other', count: 500 }])
  })

  test('releases over the daily maximum count as one release, even if they are saved at different times', async () => {
    await decide({ isAnalyticsEnabled: true })
    for (const round of ['a', 'b']) {
      for (let n = 0; n < RELEASES_MAX; n += 1) await post('/e', failure('view.failed'), `${round}-${n}`)
      if (round === 'a') await counter.close()
    }
    const { errors } = await report()
    expect(errors).toHaveLength(RELEASES_MAX + 1)
    expect(errors.find(({ release }) => release === 'other')).toMatchObject({ count: RELEASES_MAX })
  })

  test('accounts over the daily maximum are not stored', async () => {
    await decide({ isAnalyticsEnabled: true, addresses: true })
    const batches = Math.ceil(ACCOUNTS_MAX / 200) + 1
    for (let n = 0; n < batches; n += 1) {
      await post(
        '/batch',
        Array.from({ length: 200 }, (_, m) => track('MODAL_OPEN', `account-${n}-${m}`)),
      )
    }
    await counter.close()
    await post('/e', track('MODAL_OPEN', 'one-more'))
    expect(await rows()).toBe(ACCOUNTS_MAX + 1)
    expect((await report()).accounts).toEqual([{ day: TODAY, count: ACCOUNTS_MAX }])
  })
})

describe('invalid events', () => {
  test.each([
    ['a body that is not JSON', '/e', '{', 422, 'request.notJson'],
    ['an event without an id', '/e', { ...track('MODAL_OPEN'), eventId: undefined }, 400, 'request.invalid'],
    ['an event that is too long', '/e', { ...track('MODAL_OPEN'), more: 'x'.repeat(64_000) }, 413, 'request.tooLarge'],
    ['a single event instead of a batch', '/batch', track('MODAL_OPEN'), 400, 'request.invalid'],
  ])('%s is refused', async (_, path, body, status, code) => {
    const answer = await post(path, body)
    expect([answer.status, await answer.json()]).toMatchObject([status, { error: { code } }])
  })

  test('an event of an unknown project is refused', async () => {
    for (const [id, status] of [
      ['', 401],
      ['shop', 401],
      ['f'.repeat(32), 404],
    ] as const) {
      expect((await post('/e', track('MODAL_OPEN'), undefined, id)).status).toBe(status)
    }
  })

  test('a page that the project does not allow gets an error, and its events are not counted', async () => {
    await decide({ isAnalyticsEnabled: true })
    const send = (path: string, body: unknown, origin: string) =>
      app.request(`${path}?projectId=${projectId}`, {
        method: 'POST',
        headers: { Origin: origin },
        body: JSON.stringify(body),
      })
    for (const origin of ['https://thief.example', 'null']) {
      for (const [path, body] of [
        ['/e', track('MODAL_OPEN')],
        ['/batch', [track('MODAL_OPEN')]],
      ] as const) {
        const answer = await send(path, body, origin)
        expect([answer.status, await answer.json()]).toMatchObject([403, { error: { code: 'origin.notAllowed' } }])
        expect(answer.headers.get('access-control-allow-origin')).toBe('*')
      }
    }
    // A preview of the site gets no error, because its visitors would see an alert.
    for (const origin of ['http://localhost:3000', 'https://thief.vercel.app']) {
      expect((await send('/e', track('MODAL_OPEN'), origin)).status).toBe(202)
    }
    await counter.close()
    expect(await kept()).toBe('[]')
  })

  test('any malformed body is refused with an error about the request, and is not stored', async () => {
    await decide({ isAnalyticsEnabled: true, addresses: true })
    const text = (value: unknown) => JSON.stringify(value, (_, one) => (typeof one === 'bigint' ? `${one}` : one)) ?? ''
    const refused = async (path: string, body: string) => {
      // An empty list is a valid batch, so it is not refused.
      if (path === '/batch' && body === '[]') return
      const answer = await post(path, body)
      expect([400, 422]).toContain(answer.status)
      expect(await answer.json()).toEqual({
        error: { code: expect.stringMatching(/^request\./), message: expect.any(String) },
      })
    }
    const paths = constantFrom('/e', '/batch')
    await assert(
      asyncProperty(paths, anything(), (path, value) => refused(path, text(value))),
      { numRuns: 100 },
    )
    await assert(asyncProperty(paths, string({ unit: 'binary' }), refused), { numRuns: 50 })
    await assert(
      asyncProperty(string({ unit: 'binary' }), async (props) => {
        expect((await admin(`/analytics?from=${encodeURIComponent(props)}`)).status).toBe(400)
      }),
      { numRuns: 50 },
    )
    await counter.close()
    expect(await kept()).toBe('[]')
  })
})
