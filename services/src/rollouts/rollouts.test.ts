import { AdminProject } from '@portico/contracts/services/admin'
import { type HealthEntry, RemoteHealth } from '@portico/contracts/services/remoteHealth'
import { type RolloutBody, RolloutState } from '@portico/contracts/services/rollouts'
import { parse } from 'valibot'
import { openFreshDatabase } from '../../testing/databases.ts'
import type { Database } from '../database/openDatabase.ts'
import { ADMIN_PATH, createApp } from '../http/createApp.ts'
import { createLog } from '../log.ts'
import { createGuard } from '../operators/guard.ts'
import { adminApi } from '../projectConfig/adminApi.ts'
import { createAuthorize } from '../projectConfig/adminTokens.ts'
import { createAdminView } from '../projectConfig/adminView.ts'
import { configApi } from '../projectConfig/configApi.ts'
import { createKnownProjects, projectsIn } from '../projectConfig/knownProjects.ts'
import { NOTHING_MISSING } from '../projectConfig/missing.ts'
import { seedProject } from '../projectConfig/seedProject.ts'
import type { Published } from '../releases/readPublished.ts'
import { createHealthCounter, type HealthCounter, healthReportApi } from '../remoteHealth/healthReportApi.ts'
import { saveHealth, sweepHealth } from '../remoteHealth/saveHealth.ts'
import { rolloutAdminApi } from './rolloutAdminApi.ts'
import { advanceRollouts } from './runRollouts.ts'

/** Rollouts as operators see them: reports of pages go in, time passes, and releases change. */

const TOKEN = 'operator-0123456789abcdef'
const READER = 'reader-0123456789abcdef'
const MINUTE_MS = 60_000
const AN_HOUR_MS = 60 * MINUTE_MS

const published: Published = {
  receive: {
    versions: ['1.0.0', '1.1.0', '1.2.0'],
    channels: { stable: ['1.1.0', '1.0.0'], beta: ['1.2.0', '1.1.0'], old: ['1.1.0'] },
    isOnByDefault: false,
  },
}
let index: () => Promise<Published | undefined>

let database: Database
let projectId: string
let counter: HealthCounter
let now: number
let app: ReturnType<typeof createApp>
const log = createLog('error', () => {})
let made = 0

beforeAll(async () => {
  database = await openFreshDatabase(log)
}, 30_000)
afterAll(() => database.close())

function startCounter(): void {
  const { db } = database
  counter = createHealthCounter((key, tally) => saveHealth(db, key, tally), log, {
    flushIntervalMs: AN_HOUR_MS,
    now: () => now,
  })
}

beforeEach(async () => {
  made += 1
  projectId = made.toString(16).padStart(32, '0')
  now = Date.parse('2026-03-02T09:20:00.000Z')
  index = async () => published
  const { db } = database
  await seedProject(db, { projectId })
  startCounter()
  const guard = createGuard(
    createAuthorize([
      ...(['read', 'toggle', 'release'] as const).map((scope) => ({ scope, token: TOKEN })),
      { scope: 'read', token: READER },
    ]),
  )
  const readPublished = () => index()
  const view = createAdminView(db, readPublished, NOTHING_MISSING)
  const clock = () => now
  const projects = createKnownProjects(projectsIn(db))
  app = createApp(log)
    .route('/', configApi(db))
    .route('/', healthReportApi(projects, { count: (...args) => counter.count(...args) }))
    .route(`${ADMIN_PATH}/v1/projects`, adminApi(db, guard, readPublished, view))
    .route(`${ADMIN_PATH}/v1/projects`, rolloutAdminApi(db, guard, readPublished, view, clock))
  await admin('PUT', '/analytics', { isAnalyticsEnabled: true })
})
afterEach(() => counter.close())

async function admin(method: string, path: string, body?: unknown, token = TOKEN) {
  const answer = await app.request(`${ADMIN_PATH}/v1/projects/${projectId}${path}`, {
    method,
    headers: { Authorization: `Bearer ${token}` },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  // biome-ignore lint/suspicious/noExplicitAny: each test knows what it asks for
  return { status: answer.status, body: (await answer.json()) as any }
}

const STEPS: RolloutBody['steps'] = [
  { percent: 5, afterMinutes: 60, healthyLoads: 100 },
  { percent: 25, afterMinutes: 60, healthyLoads: 100 },
  { percent: 100, afterMinutes: 0, healthyLoads: 100 },
]

const begin = (more: Partial<RolloutBody> = {}, id = 'receive') =>
  admin('PUT', `/remotes/${id}/rollout`, {
    target: { version: '1.2.0' },
    steps: STEPS,
    automaticRollback: true,
    ...more,
  })

const rollout = async () => parse(RolloutState, (await admin('GET', '/remotes/receive/rollout')).body)
const remote = async (id = 'receive') =>
  parse(AdminProject, (await admin('GET', '')).body).remotes.find((one) => one.id === id)
const trail = async (limit = 1) =>
  ((await admin('GET', `/audit?limit=${limit}`)).body.entries as { actor: string; action: string }[]).map(
    ({ actor, action }) => `${actor}: ${action}`,
  )

const post = (entries: unknown, headers: Record<string, string> = {}) =>
  app.request(`/remote-health?projectId=${projectId}&st=appkit&sv=react-wagmi-1.7.19`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ entries }),
  })

/** Pages report, and their reports are written. */
async function report(count: number, entry: Partial<HealthEntry>): Promise<void> {
  const one = { id: 'receive', version: '1.1.0', outcome: 'healthy', ...entry }
  for (let left = count; left > 0; left -= 64) {
    const answer = await post(Array.from({ length: Math.min(64, left) }, () => one))
    expect(answer.status).toBe(202)
  }
  await counter.close()
  startCounter()
}

/** Time passes, and the services look at their rollouts. */
async function pass(minutes: number): Promise<void> {
  now += minutes * MINUTE_MS
  await advanceRollouts(database.db, log, now)
}

describe('a rollout in steps', () => {
  test('begins with its first step, and widens after its time and enough healthy loads', async () => {
    const begun = await begin()
    expect(begun.status).toBe(200)
    expect(parse(RolloutState, begun.body)).toMatchObject({
      step: 0,
      waitsFor: { until: '2026-03-02T10:20:00.000Z', healthyLoads: 100, nextPercent: 25 },
      verdict: { result: 'noData' },
    })
    expect((await remote())?.switch).toEqual({ version: '1.2.0', rollout: 5 })

    await report(99, { version: '1.2.0', share: 5 })
    await pass(61)
    expect((await rollout()).waitsFor).toMatchObject({ healthyLoads: 1 })
    await report(1, { version: '1.2.0', share: 5 })
    await pass(0)
    expect((await remote())?.switch).toEqual({ version: '1.2.0', rollout: 25 })
    expect(await rollout()).toMatchObject({ step: 1, stepLoads: { healthy: 0, failed: 0 } })
    expect(await trail()).toEqual([
      'scheduled rollout: roll out receive 1.2.0 to 25 %: 100 healthy loads since 2026-03-02T09:20:00.000Z',
    ])
  })

  test('is completed after its last step, and visitors keep the version', async () => {
    await begin({ steps: [{ percent: 50, afterMinutes: 1, healthyLoads: 0 }] })
    await pass(1)
    expect(await rollout()).toMatchObject({ ended: { how: 'completed' } })
    expect((await remote())?.switch).toEqual({ version: '1.2.0', rollout: 50 })
    await pass(600)
    expect(await trail()).toEqual([expect.stringContaining('scheduled rollout: complete the rollout of receive 1.2.0')])
  })

  test('counts only loads of pages that knew the percentage of the step, and none of a fallback', async () => {
    await begin()
    await report(100, { version: '1.2.0' })
    await report(100, { version: '1.2.0', share: 20 })
    await report(100, { version: '1.2.0', share: 5, isFallback: true })
    await pass(61)
    expect(await rollout()).toMatchObject({ step: 0, stepLoads: { healthy: 0 } })
  })

  test('is stopped by an operator: the percentage stays, and nothing happens by itself any more', async () => {
    await begin()
    expect((await admin('DELETE', '/remotes/receive/rollout')).body).toMatchObject({ ended: { how: 'stopped' } })
    await report(200, { version: '1.2.0', share: 5 })
    await pass(120)
    expect((await remote())?.switch).toEqual({ version: '1.2.0', rollout: 5 })
    expect((await admin('DELETE', '/remotes/receive/rollout')).body.error.code).toBe('rollout.ended')
  })

  test.each([
    ['pins a version', () => admin('PATCH', '/remotes/receive/switch', { version: '1.0.0', rollout: null })],
    ['widens it by hand', () => admin('PATCH', '/remotes/receive/switch', { rollout: 60 })],
    ['kills the remote', () => admin('POST', '/remotes/receive/kill')],
    ['switches the remote off', () => admin('PUT', '/remotes/receive/toggle', { on: false })],
  ])('ends when an operator %s, whose decision stays', async (_, decide) => {
    await begin()
    await decide()
    const decided = (await remote())?.switch
    expect(await rollout()).toMatchObject({ ended: { how: 'overridden' } })
    await report(200, { version: '1.2.0', share: 5 })
    await pass(120)
    expect((await remote())?.switch).toEqual(decided)
  })

  test('can begin again after it has ended, and counts from zero', async () => {
    await begin()
    await report(50, { version: '1.2.0', share: 5, outcome: 'crash' })
    await admin('DELETE', '/remotes/receive/rollout')
    now += MINUTE_MS
    expect((await begin()).body).toMatchObject({ stepLoads: { failed: 0 }, verdict: { rollout: { loads: 0 } } })
  })

  test('of a channel compares the versions that only this channel lists', async () => {
    await begin({ target: { channel: 'beta' } })
    await report(10, { version: '1.2.0', share: 5 })
    await report(30, { version: '1.1.0', share: 5 })
    expect((await rollout()).verdict).toMatchObject({ rollout: { loads: 10 }, stable: { loads: 30 } })
  })

  test('is advanced by one of several processes', async () => {
    await begin({ steps: [5, 25, 50].map((percent) => ({ percent, afterMinutes: 1, healthyLoads: 0 })) })
    now += MINUTE_MS
    await Promise.all([1, 2, 3].map(() => advanceRollouts(database.db, log, now)))
    expect(await rollout()).toMatchObject({ step: 1 })
  })
})

describe('a version that fails more often than stable', () => {
  test('is rolled back by itself, and the audit trail says why, with figures', async () => {
    await begin()
    await report(380, { share: 5 })
    await report(4, { share: 5, outcome: 'crash' })
    await report(20, { version: '1.2.0', share: 5, outcome: 'crash' })
    await pass(1)
    expect((await remote())?.switch).toEqual({})
    expect(await rollout()).toMatchObject({ ended: { how: 'rolledBack' } })
    expect(await trail()).toEqual([
      'automatic rollback: roll back receive 1.2.0: 20 of 20 loads failed (100.0 %), of stable 4 of 384 (1.0 %)',
    ])
    expect((await remote())?.lastChange).toMatchObject({ actor: 'automatic rollback' })
  })

  test('is not widened, but stays, if nothing is to be rolled back by itself', async () => {
    await begin({ automaticRollback: false, steps: STEPS.map((step) => ({ ...step, healthyLoads: 0 })) })
    await report(380, { share: 5 })
    await report(20, { version: '1.2.0', share: 5, outcome: 'failedLoad' })
    await pass(61)
    expect(await rollout()).toMatchObject({ step: 0, verdict: { result: 'worse' } })
  })

  test('is found although its pages had been reported as healthy before they failed', async () => {
    await begin()
    await report(380, { share: 5 })
    await report(20, { version: '1.2.0', share: 5 })
    await pass(1)
    expect((await rollout()).verdict?.result).toBe('noDifference')
    await report(20, { version: '1.2.0', share: 5, outcome: 'crash', isLate: true })
    await report(380, { share: 5 })
    await report(20, { version: '1.2.0', share: 5 })
    await pass(1)
    expect(await rollout()).toMatchObject({ ended: { how: 'rolledBack' } })
  })

  test('is shown with a warning if fewer pages report it than its percentage says', async () => {
    await begin()
    await report(4_000, { share: 5 })
    expect((await rollout()).verdict?.sampleRatio).toEqual({ isSuspicious: true, expected: 5, actual: 0 })
  })
})

describe('rolling back by hand', () => {
  const back = (body = {}) => admin('POST', '/remotes/receive/rollback', body)

  test('ends the rollout, gives everyone stable, and keeps the reason, even without the index', async () => {
    await begin()
    index = () => Promise.reject(new Error('no index'))
    expect((await back({ reason: 'prices are wrong' })).status).toBe(200)
    expect((await remote())?.switch).toEqual({})
    expect(await trail()).toEqual([expect.stringContaining('roll back receive: prices are wrong')])
  })

  test('without a rollout, pins the version before the present one, and never an unknown one', async () => {
    expect((await back()).status).toBe(200)
    expect((await remote())?.switch).toEqual({ version: '1.0.0' })
    expect((await back()).body.error.code).toBe('rollback.nothing')
  })
})

test.each([
  ['a version that is not published', { target: { version: '9.9.9' } }, 400, 'version.unknown'],
  ['a channel that does not exist', { target: { channel: 'betta' } }, 400, 'channel.unknown'],
  ['the version that stable prefers', { target: { version: '1.1.0' } }, 400, 'rollout.notNew'],
  ['a channel without a new version', { target: { channel: 'old' } }, 400, 'rollout.notNew'],
  ['no stable group', { steps: [{ percent: 100, afterMinutes: 1, healthyLoads: 1 }] }, 400, 'rollout.noControl'],
  [
    'steps that do not rise',
    { steps: [25, 25].map((percent) => ({ percent, afterMinutes: 1, healthyLoads: 1 })) },
    400,
    'request.invalid',
  ],
  ['both a version and a channel', { target: { version: '1.2.0', channel: 'beta' } as never }, 400, 'request.invalid'],
])('a rollout with %s is refused, and changes nothing', async (_, body, status, code) => {
  expect(await begin(body)).toMatchObject({ status, body: { error: { code } } })
  expect((await remote())?.switch).toEqual({})
  expect((await admin('GET', '/remotes/receive/rollout')).body.error.code).toBe('rollout.unknown')
})

test('a rollout that could never end is refused: the remote is off, or no page reports', async () => {
  await admin('POST', '/remotes/receive/kill')
  expect((await begin()).body.error.code).toBe('rollout.off')
  await admin('PUT', '/remotes/receive/toggle', { on: true })
  await admin('PUT', '/analytics', { isAnalyticsEnabled: true, healthPercent: 0 })
  expect((await begin()).body.error.code).toBe('rollout.noReports')
  const steps = STEPS.map((step) => ({ ...step, healthyLoads: 0 }))
  expect((await begin({ steps, automaticRollback: false })).status).toBe(200)
})

test('only tokens with the scope "release" roll out and back', async () => {
  for (const [method, path] of [
    ['PUT', 'rollout'],
    ['DELETE', 'rollout'],
    ['POST', 'rollback'],
  ]) {
    expect((await admin(`${method}`, `/remotes/receive/${path}`, {}, READER)).body.error.code).toBe('token.scope')
  }
})

describe('reports of pages', () => {
  const config = async () => (await app.request(`/appkit/v1/config?projectId=${projectId}`)).json()
  const health = async (hours = 24) =>
    parse(RemoteHealth, (await admin('GET', `/remotes/receive/health?hours=${hours}`)).body)

  test('become counts and times per version, for the hours that are asked for', async () => {
    await report(90, { loadMs: 100, renderMs: 200 })
    await report(10, { loadMs: 1_000, renderMs: 2_000 })
    await report(3, { outcome: 'failedLoad' })
    await report(2, { outcome: 'crash', loadMs: 100, renderMs: 200 })
    await report(1, { outcome: 'viewError', isLate: true })
    now += 2 * AN_HOUR_MS
    await report(5, { version: '1.10.0', loadMs: 50 })
    const { from, to, versions } = await health()
    expect([from, to]).toEqual(['2026-03-01T12:00:00.000Z', '2026-03-02T12:00:00.000Z'])
    expect(versions).toEqual([
      expect.objectContaining({
        version: '1.10.0',
        loads: 5,
        firstRenders: 0,
        renderMs: { p50: null, p75: null, p95: null },
      }),
      {
        version: '1.1.0',
        loads: 102,
        failedLoads: 3,
        firstRenders: 102,
        crashes: 2,
        viewErrors: 1,
        loadMs: { p50: 100, p75: 100, p95: 1_000 },
        renderMs: { p50: 215, p75: 215, p95: 2_154 },
      },
    ])
    expect((await health(2)).versions.map(({ version }) => version)).toEqual(['1.10.0'])
  })

  test('are forgotten after ninety days', async () => {
    await report(1, {})
    await sweepHealth(database.db, now + 89 * 24 * AN_HOUR_MS)
    expect((await health(720)).versions).toHaveLength(1)
    await sweepHealth(database.db, now + 91 * 24 * AN_HOUR_MS)
    expect((await health(720)).versions).toEqual([])
  })

  test('are not lost while the database does not take them', async () => {
    const { db } = database
    let isDown = true
    const lossy = createHealthCounter(
      (key, tally) => (isDown ? Promise.reject(new Error('down')) : saveHealth(db, key, tally)),
      log,
      { flushIntervalMs: 1, now: () => now },
    )
    await lossy.count(projectId, [{ id: 'receive', version: '1.1.0', outcome: 'healthy' }])
    isDown = false
    await lossy.close()
    expect((await health()).versions[0]?.loads).toBe(1)
  })

  test('of invented versions cannot fill the database', async () => {
    for (let hundred = 0; hundred < 8; hundred++) {
      const entries = Array.from({ length: 64 }, (_, at) => ({
        id: 'receive',
        version: `${hundred}.${at}.0`,
        outcome: 'healthy' as const,
      }))
      await counter.count(projectId, entries)
    }
    await counter.close()
    startCounter()
    expect((await health()).versions).toHaveLength(300)
  })

  test('count only from the project’s own pages, and only while the operator wants them', async () => {
    const entry = { id: 'receive', version: '1.1.0', outcome: 'healthy' }
    expect((await post([entry], { origin: 'https://thief.example' })).status).toBe(403)
    expect((await post([entry], { origin: 'https://somebody.vercel.app' })).status).toBe(202)
    await admin('PUT', '/analytics', { isAnalyticsEnabled: false })
    expect(await config()).not.toHaveProperty('healthPercent')
    await counter.close()
    startCounter()
    expect((await health()).versions).toEqual([])
  })

  test('are sampled by the percentage in the project’s configuration', async () => {
    expect(await config()).toMatchObject({ healthPercent: 100 })
    await admin('PUT', '/analytics', { isAnalyticsEnabled: true, healthPercent: 10 })
    expect(await config()).toMatchObject({ healthPercent: 10 })
  })

  test.each([
    ['an address', { address: '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266' }],
    ['a page', { url: 'https://shop.example/checkout' }],
    ['an outcome that does not exist', { outcome: 'fine' }],
    ['a version that breaks the rule', { version: '1.0' }],
    ['a time over two minutes', { loadMs: 120_001 }],
    ['an id that breaks the rule', { id: '__proto__' }],
  ])('with %s are refused', async (_, wrong) => {
    const answer = await post([{ id: 'receive', version: '1.1.0', outcome: 'healthy', ...wrong }])
    expect([answer.status, (await answer.json()).error.code]).toEqual([400, 'request.invalid'])
  })
})
