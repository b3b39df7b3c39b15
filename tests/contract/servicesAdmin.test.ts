import { ProjectConfig } from '@portico/contracts/services/projectConfig'
import { anything, assert, asyncProperty, constantFrom, string } from 'fast-check'
import { parse } from 'valibot'
import { everyFeature } from '../../services/testing/everyFeature'
import { PROJECT_ID, type RunningServices, runServices, TOKENS } from '../../services/testing/runServices'

/** Hundreds of requests, or whole builds: on a busy machine they take their time. */
jest.setTimeout(60_000)

let services: RunningServices

beforeAll(async () => {
  services = await runServices({ ...everyFeature(), MELD_KEY: '' })
}, 60_000)
afterAll(() => services?.stop())

const PROJECT = `/admin/v1/projects/${PROJECT_ID}`

function call(method: string, path: string, body?: unknown, token: string = TOKENS.all) {
  const headers = { Authorization: `Bearer ${token}` }
  return fetch(`${services.url}${path}`, {
    method,
    headers,
    body: body === undefined ? undefined : JSON.stringify(body),
  })
}

async function errorOf(answer: Response) {
  const { error } = (await answer.json()) as { error: { code: string; message: string } }
  return `${answer.status} ${error.code}`
}

async function readConfig() {
  const answer = await fetch(`${services.url}/appkit/v1/config?projectId=${PROJECT_ID}`)
  return { tag: answer.headers.get('etag'), config: parse(ProjectConfig, await answer.json()) }
}

interface Entry {
  id: number
  at: string
  actor: string
  action: string
  from: Record<string, unknown>
  to: Record<string, unknown>
}

async function readAudit(query = '') {
  const answer = await call('GET', `${PROJECT}/audit${query}`)
  return (await answer.json()) as { entries: Entry[]; next?: number }
}

/** Every call of the admin API with its required scope. */
const CALLS = [
  ['read', 'GET', '/admin/v1/projects', undefined],
  ['read', 'GET', PROJECT, undefined],
  ['read', 'GET', `${PROJECT}/audit`, undefined],
  ['toggle', 'PUT', `${PROJECT}/remotes/swaps/toggle`, { on: true }],
  ['toggle', 'POST', `${PROJECT}/remotes/pay/kill`, undefined],
  ['toggle', 'PUT', `${PROJECT}/features/multi_wallet`, { on: false }],
  ['toggle', 'PUT', `${PROJECT}/analytics`, { isAnalyticsEnabled: false }],
  ['release', 'PATCH', `${PROJECT}/remotes/swaps/switch`, { channel: null }],
  ['release', 'PUT', `${PROJECT}/origins`, { allowedOrigins: [] }],
  ['release', 'PUT', `${PROJECT}/time-zones`, { restrictedTimeZones: null }],
] as const

describe('permissions', () => {
  test.each(CALLS)(
    'a token with only the scope %s may %s %s, and a token without that scope may not',
    async (scope, method, path, body) => {
      expect((await call(method, path, body, TOKENS[scope])).status).toBe(200)
      for (const other of (['read', 'toggle', 'release'] as const).filter((name) => name !== scope)) {
        expect(await errorOf(await call(method, path, body, TOKENS[other]))).toBe('403 token.scope')
      }
    },
  )

  test.each(CALLS)('without a known token the call is refused (%s: %s %s)', async (_, method, path, body) => {
    const unknown = await call(method, path, body, `${TOKENS.all}x`)
    expect(unknown.headers.get('www-authenticate')).toBe('Bearer')
    expect(await errorOf(unknown)).toBe('401 token.unknown')
    const anonymous = await fetch(`${services.url}${path}`, { method })
    expect(anonymous.headers.get('www-authenticate')).toBe('Bearer')
    expect(await errorOf(anonymous)).toBe('401 token.missing')
  })

  test('where the console has no origin, operators cannot sign in', async () => {
    expect(await errorOf(await fetch(`${services.url}/admin/v1/session`))).toBe('503 operators.notConfigured')
    expect(await errorOf(await call('GET', '/admin/v1/operators'))).toBe('503 operators.notConfigured')
  })

  test('a page of another origin can neither read an answer nor send a preflight', async () => {
    const headers = { Origin: 'https://elsewhere.example', Authorization: `Bearer ${TOKENS.all}` }
    const answer = await fetch(`${services.url}${PROJECT}`, { headers })
    expect(answer.headers.has('access-control-allow-origin')).toBe(false)
    expect(answer.headers.get('cache-control')).toBe('no-store')
    const preflight = await fetch(`${services.url}${PROJECT}`, {
      method: 'OPTIONS',
      headers: { Origin: 'https://elsewhere.example', 'Access-Control-Request-Method': 'PUT' },
    })
    expect(preflight.ok).toBe(false)
    expect(preflight.headers.has('access-control-allow-origin')).toBe(false)
  })
})

describe('a feature for which nothing is configured', () => {
  const sales = async () => {
    const { features } = (await readConfig()).config
    return features.find(({ id }) => id === 'onramp')?.isEnabled
  }
  const toggle = async (on: boolean, query = '') => {
    const answer = await call('PUT', `${PROJECT}/remotes/onramp/toggle${query}`, { on })
    const { remotes } = (await answer.json()) as { remotes: { id: string; state: string; missing?: string }[] }
    return remotes.find(({ id }) => id === 'onramp')
  }

  test('is not offered by any site, and the operator is told what to set', async () => {
    const missing = 'no provider is configured; set MELD_KEY'
    expect(await toggle(true)).toMatchObject({ state: 'off', decidedBy: 'services', missing })
    expect(await sales()).toBe(false)
  })

  test('is offered if the operator insists, until it is switched off', async () => {
    expect(await toggle(true, '?force=true')).toMatchObject({ state: 'on', isForced: true })
    expect(await sales()).toBe(true)
    expect((await readAudit('?limit=1')).entries[0]).toMatchObject({
      action: 'toggle onramp on (forced)',
      to: { forcedRemotes: ['onramp'] },
    })
    await toggle(false)
    await toggle(true)
    expect(await sales()).toBe(false)
  })
})

describe('the release of a remote', () => {
  const change = (body: unknown) => call('PATCH', `${PROJECT}/remotes/swaps/switch`, body)
  const swaps = async () => (await readConfig()).config.remotes?.swaps

  test('is set and removed field by field', async () => {
    await change({ channel: 'beta', rollout: 5 })
    expect(await swaps()).toEqual({ channel: 'beta', rollout: 5 })
    await change({ version: '1.2.3', rollout: 100 })
    expect(await swaps()).toEqual({ channel: 'beta', version: '1.2.3', rollout: 100 })
    await change({ channel: null, version: null })
    expect(await swaps()).toEqual({ rollout: 100 })
    await change({ rollout: null })
    expect((await readConfig()).config.remotes).not.toHaveProperty('swaps')
  })

  test("reaches the sites at their next request, because the answer's tag changes", async () => {
    const before = await readConfig()
    await change({ rollout: 1 })
    const after = await readConfig()
    expect(after.tag).not.toBe(before.tag)
    await change({ rollout: null })
    expect((await readConfig()).tag).toBe(before.tag)
  })

  test('cannot introduce addresses, hashes or keys', async () => {
    for (const field of ['url', 'integrity', 'key', 'enabled']) {
      expect(await errorOf(await change({ [field]: 'https://elsewhere.example' }))).toBe('400 request.invalid')
    }
  })
})

describe('the time zones in which nothing is bought, swapped or paid for', () => {
  const change = (restrictedTimeZones: unknown) => call('PUT', `${PROJECT}/time-zones`, { restrictedTimeZones })
  const zones = async () => (await readConfig()).config.restrictedTimeZones

  test("are the modal's defaults until the operator names others, or none", async () => {
    expect(await zones()).toBeUndefined()
    await change(['Europe/Berlin', 'Etc/GMT+5'])
    expect(await zones()).toEqual(['Europe/Berlin', 'Etc/GMT+5'])
    await change([])
    expect(await zones()).toEqual([])
    await change(null)
    expect(await zones()).toBeUndefined()
  })

  test.each([[['']], [['Europe/Berlin ']], [['../x']], [[7]], ['Europe/Berlin'], [{}]])(
    '%j is not a list of time zones',
    async (given) => {
      expect(await errorOf(await change(given))).toBe('400 request.invalid')
    },
  )
})

describe('a feature that is not a remote', () => {
  const turn = (featureId: string, on: boolean) => call('PUT', `${PROJECT}/features/${featureId}`, { on })
  const isOn = async (wanted: string) =>
    (await readConfig()).config.features?.find(({ id }) => id === wanted)?.isEnabled

  test.each(['multi_wallet', 'reown_branding'])('%s is on or off for every site as configured', async (id) => {
    const before = await isOn(id)
    expect((await turn(id, !before)).status).toBe(200)
    expect(await isOn(id)).toBe(!before)
    expect((await readAudit()).entries[0]).toMatchObject({ action: `turn ${id} ${before ? 'off' : 'on'}` })
    await turn(id, Boolean(before))
    expect(await isOn(id)).toBe(before)
  })

  test('with another name is unknown', async () => {
    expect(await errorOf(await turn('swap', true))).toBe('404 feature.unknown')
  })
})

describe('allowed origins', () => {
  const set = (allowedOrigins: unknown) => call('PUT', `${PROJECT}/origins`, { allowedOrigins })

  test('are what the operator set, in that order', async () => {
    const origins = ['https://shop.example', 'https://*.shop.example', 'app.example:8443']
    expect((await set(origins)).status).toBe(200)
    const answer = await fetch(`${services.url}/projects/v1/origins?projectId=${PROJECT_ID}`)
    expect(await answer.json()).toEqual({ allowedOrigins: origins })
  })

  test('are not changed by a list with one bad entry', async () => {
    await set(['https://shop.example'])
    const answer = await set(['https://other.example', 'https://*'])
    expect(answer.status).toBe(400)
    const { error } = (await answer.json()) as { error: { message: string } }
    expect(error.message).toContain('allowedOrigins.1: must be an origin like')
    const { allowedOrigins } = (await (await call('GET', PROJECT)).json()) as { allowedOrigins: string[] }
    expect(allowedOrigins).toEqual(['https://shop.example'])
  })
})

test('analytics are sent for a project only after its operator said so', async () => {
  const read = async () => (await fetch(`${services.url}/getAnalyticsConfig?projectId=${PROJECT_ID}`)).json()
  await call('PUT', `${PROJECT}/analytics`, { isAnalyticsEnabled: true })
  expect(await read()).toEqual({ isAnalyticsEnabled: true })
  await call('PUT', `${PROJECT}/analytics`, { isAnalyticsEnabled: false })
  expect(await read()).toEqual({ isAnalyticsEnabled: false })
})

describe('the audit trail', () => {
  test('begins with the creation of the project', async () => {
    const { entries } = await readAudit('?limit=200')
    expect(entries.at(-1)).toMatchObject({ actor: 'seed', action: 'create the project' })
  })

  test('says who changed what, when, from what to what', async () => {
    await call('PATCH', `${PROJECT}/remotes/send/switch`, { version: '2.0.0' }, TOKENS.release)
    const startedAt = Date.now()
    await call('PATCH', `${PROJECT}/remotes/send/switch`, { version: '2.0.1', rollout: 10 }, TOKENS.release)
    const [entry] = (await readAudit('?limit=1')).entries
    expect(entry).toEqual({
      id: expect.any(Number),
      at: expect.any(String),
      actor: expect.stringMatching(/^token [0-9a-f]{8}$/),
      action: 'set send version=2.0.1 rollout=10',
      from: { 'remotes.send': { version: '2.0.0' } },
      to: { 'remotes.send': { version: '2.0.1', rollout: 10 } },
    })
    // The database's clock is this machine's or, on a server, close to it.
    expect(Math.abs(Date.parse(entry?.at ?? '') - startedAt)).toBeLessThan(60_000)
  })

  test('has a row for every change, and none for no-ops and refusals', async () => {
    await call('PUT', `${PROJECT}/origins`, { allowedOrigins: ['https://a.example'] })
    const before = (await readAudit('?limit=1')).entries[0]?.id
    await call('PUT', `${PROJECT}/origins`, { allowedOrigins: ['https://a.example'] })
    await call('PUT', `${PROJECT}/origins`, { allowedOrigins: ['not an origin'] })
    await call('PUT', `${PROJECT}/origins`, { allowedOrigins: ['https://b.example'] }, TOKENS.read)
    expect((await readAudit('?limit=1')).entries[0]?.id).toBe(before)
  })

  test('records every one of several simultaneous changes', async () => {
    await call('PUT', `${PROJECT}/remotes/activity/toggle`, { on: true })
    const ids = ['swaps', 'onramp', 'activity', 'email', 'socials', 'send', 'receive', 'pay', 'emailCapture']
    await Promise.all(ids.map((id) => call('PATCH', `${PROJECT}/remotes/${id}/switch`, { channel: 'canary' })))
    const { config } = await readConfig()
    for (const id of ids) expect(config.remotes?.[id]).toMatchObject({ channel: 'canary' })
    const actions = (await readAudit('?limit=9')).entries.map(({ action }) => action)
    expect(actions.sort()).toEqual(ids.map((id) => `set ${id} channel=canary`).sort())
  })

  test('is read in pages', async () => {
    const whole = (await readAudit('?limit=200')).entries.map(({ id }) => id)
    const paged: number[] = []
    let next: number | undefined
    do {
      const page = await readAudit(`?limit=4${next === undefined ? '' : `&before=${next}`}`)
      paged.push(...page.entries.map(({ id }) => id))
      next = page.next
    } while (next !== undefined)
    expect(paged).toEqual(whole)
  })
})

describe('what is refused', () => {
  test.each([
    ['GET', `/admin/v1/projects/${'f'.repeat(32)}`, undefined, '404 project.unknown'],
    ['GET', `/admin/v1/projects/${'f'.repeat(32)}/audit`, undefined, '404 project.unknown'],
    ['GET', '/admin/v1/projects/%00', undefined, '404 project.unknown'],
    ['PUT', `/admin/v1/projects/${'f'.repeat(32)}/remotes/swaps/toggle`, { on: true }, '404 project.unknown'],
    ['PUT', `${PROJECT}/remotes/wallets/toggle`, { on: true }, '404 remote.unknown'],
    ['POST', `${PROJECT}/remotes/constructor/kill`, undefined, '404 remote.unknown'],
    ['PATCH', `${PROJECT}/remotes/Swaps/switch`, { rollout: 1 }, '404 remote.unknown'],
    ['PUT', `${PROJECT}/remotes/swaps/toggle`, { on: 'yes' }, '400 request.invalid'],
    ['PUT', `${PROJECT}/remotes/swaps/toggle`, undefined, '422 request.notJson'],
    ['PATCH', `${PROJECT}/remotes/swaps/switch`, {}, '400 request.invalid'],
    ['PUT', `${PROJECT}/origins`, [], '400 request.invalid'],
    ['PUT', `${PROJECT}/analytics`, { isAnalyticsEnabled: 1 }, '400 request.invalid'],
    ['GET', `${PROJECT}/audit?limit=0`, undefined, '400 request.invalid'],
    ['GET', `${PROJECT}/audit?before=newest`, undefined, '400 request.invalid'],
    ['PUT', `${PROJECT}/origins`, { allowedOrigins: ['x'.repeat(70_000)] }, '413 request.tooLarge'],
    ['DELETE', PROJECT, undefined, '404 route.unknown'],
    ['POST', '/admin/v1/projects', { id: PROJECT_ID }, '409 project.exists'],
    ['POST', '/admin/v1/projects', { id: 'shop' }, '400 request.invalid'],
    ['PUT', `${PROJECT}/remotes/swaps/toggle`, { on: null }, '400 remote.notTheSites'],
    ['GET', '/admin', undefined, '404 route.unknown'],
  ])('%s %s with %j', async (method, path, body, expected) => {
    expect(await errorOf(await call(method, path, body))).toBe(expected)
  })

  test.each([
    ['of a usual length', '{"on":true}', 200],
    ['too long', ' '.repeat(200_000), 413],
  ])('a body in pieces, %s', async (_, text, status) => {
    const answer = await fetch(`${services.url}${PROJECT}/remotes/swaps/toggle`, {
      method: 'PUT',
      headers: { Authorization: `Bearer ${TOKENS.all}` },
      body: new Blob([text]).stream(),
      duplex: 'half',
    } as RequestInit)
    expect(answer.status).toBe(status)
  })

  test('any malformed body is refused and changes nothing', async () => {
    const paths = constantFrom(
      ['PUT', `${PROJECT}/remotes/swaps/toggle`],
      ['PATCH', `${PROJECT}/remotes/swaps/switch`],
      ['PUT', `${PROJECT}/origins`],
      ['PUT', `${PROJECT}/analytics`],
    )
    const { tag } = await readConfig()
    const refused = async (method: string, path: string, body: string) => {
      const headers = { Authorization: `Bearer ${TOKENS.all}`, 'Content-Type': 'application/json' }
      const answer = await fetch(`${services.url}${path}`, { method, headers, body })
      expect([400, 422]).toContain(answer.status)
      expect(await errorOf(answer)).toMatch(/request\.(invalid|notJson)$/)
    }
    await assert(
      asyncProperty(paths, anything(), async ([method = '', path = ''], body) =>
        refused(
          method,
          path,
          JSON.stringify(body, (_, value) => (typeof value === 'bigint' ? `${value}` : value)) ?? '',
        ),
      ),
      { numRuns: 150 },
    )
    await assert(
      asyncProperty(paths, string({ unit: 'binary' }), async ([method = '', path = ''], body) =>
        refused(method, path, body),
      ),
      { numRuns: 100 },
    )
    expect((await readConfig()).tag).toBe(tag)
  })
})
