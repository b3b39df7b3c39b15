import { createHash } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { PROJECT_ID, type RunningServices, TOKENS } from '../../services/testing/runServices'
import { type CheckingServices, indexFields, RELEASE, startCheckingServices } from '../support/publishIndex.ts'

/** What cannot be is not accepted from an operator, so that a typing error takes no feature from the visitors. */

const remotes = {
  receive: {
    channels: { stable: ['1.0.0'], beta: ['1.1.0'], gone: [] },
    versions: { '1.0.0': RELEASE, '1.1.0': RELEASE },
  },
  safety: { channels: { stable: ['0.1.0'] }, versions: { '0.1.0': RELEASE } },
}

let folder: string
let checking: CheckingServices
let services: RunningServices

/** Writes an index whose rest is in a second file, as builds do. */
function publish(tamper: (document: string) => string = (document) => document) {
  const document = JSON.stringify({ remotes })
  const integrity = `sha384-${createHash('sha384').update(document).digest('base64')}`
  const later = { file: 'releases-0123456789abcdef.json', integrity }
  writeFileSync(join(folder, later.file), tamper(document))
  const index = { ...indexFields(), remotes: {}, later }
  writeFileSync(join(folder, 'release-index.txt'), `signatures\n${JSON.stringify(index)}`)
}

beforeAll(async () => {
  checking = await startCheckingServices((served) => {
    folder = served
    publish()
  })
  services = checking.services
}, 60_000)
afterAll(() => checking?.stop())
beforeEach(() => publish())

async function call(method: string, path: string, body: unknown = {}) {
  const answer = await fetch(`${services.url}/admin/v1/projects/${PROJECT_ID}${path}`, {
    method,
    headers: { Authorization: `Bearer ${TOKENS.all}` },
    ...(method !== 'GET' && { body: JSON.stringify(body) }),
  })
  const { error, remotes: listed = [] } = (await answer.json()) as {
    error?: { code: string; message: string }
    remotes?: { id: string; switch: object }[]
  }
  return { status: answer.status, error, switchOf: (id: string) => listed.find((one) => one.id === id)?.switch }
}

test.each([
  [
    'a version',
    'receive',
    { version: '9.9.9' },
    'version.unknown',
    'no version 9.9.9 of receive; the versions are 1.0.0, 1.1.0',
  ],
  ['a version that is nearly right', 'receive', { version: '1.0.1' }, 'version.unknown', '; did you mean "1.0.0"?'],
  [
    'a channel',
    'receive',
    { channel: 'betta' },
    'channel.unknown',
    'no channel "betta" of receive; did you mean "beta"?',
  ],
  ['a channel without a version', 'receive', { channel: 'gone' }, 'channel.unknown', 'the channels are stable, beta'],
  [
    'a version of a remote that is not published',
    'swaps',
    { version: '1.0.0' },
    'remote.unpublished',
    'no remote "swaps"',
  ],
])('%s that the release index does not have is refused: %s %j', async (_, id, body, code, sentence) => {
  const { status, error } = await call('PATCH', `/remotes/${id}/switch`, body)
  expect([status, error?.code]).toEqual([400, code])
  expect(error?.message).toContain(sentence)
  expect((await call('GET', '')).switchOf(id) ?? {}).toEqual({})
})

test('a published version and channel are accepted, and taken away again without the index', async () => {
  const body = { version: '1.1.0', channel: 'beta', rollout: 5 }
  expect((await call('PATCH', '/remotes/receive/switch', body)).switchOf('receive')).toEqual(body)
  writeFileSync(join(folder, 'release-index.txt'), 'not an index')
  const nothing = { version: null, channel: null, rollout: null }
  expect((await call('PATCH', '/remotes/receive/switch', nothing)).switchOf('receive')).toEqual({})
})

test('what is to be published later is accepted if the operator insists, and the audit trail says so', async () => {
  const { switchOf } = await call('PATCH', '/remotes/receive/switch?force=true', { version: '9.9.9' })
  expect(switchOf('receive')).toEqual({ version: '9.9.9' })
  const answer = await fetch(`${services.url}/admin/v1/projects/${PROJECT_ID}/audit?limit=1`, {
    headers: { Authorization: `Bearer ${TOKENS.all}` },
  })
  expect(await answer.json()).toMatchObject({ entries: [{ action: 'set receive version=9.9.9 (forced)' }] })
  await call('PATCH', '/remotes/receive/switch', { version: null })
})

describe('a remote that the services have never heard of', () => {
  test('is listed and switched as soon as the index lists it', async () => {
    expect((await call('GET', '')).switchOf('safety')).toEqual({})
    expect((await call('PUT', '/remotes/safety/toggle', { on: true })).switchOf('safety')).toEqual({ enabled: true })
    expect((await call('POST', '/remotes/safety/kill')).switchOf('safety')).toEqual({ enabled: false })
    expect((await call('PUT', '/remotes/safety/toggle', { on: null })).switchOf('safety')).toEqual({})
  })

  test.each([
    ['recieve', '; did you mean "receive"?'],
    ['saftey', '; did you mean "safety"?'],
    ['somethingElse', '; the remotes are email, socials,'],
  ])('is refused if nobody has published it: %s', async (id, hint) => {
    const { status, error } = await call('POST', `/remotes/${id}/kill`)
    expect([status, error?.code]).toEqual([404, 'remote.unknown'])
    expect(error?.message).toContain(`There is no remote "${id}"${hint}`)
  })

  test('can be switched before it is published, if the operator insists', async () => {
    expect((await call('PUT', '/remotes/games/toggle?force=true', { on: false })).switchOf('games')).toEqual({
      enabled: false,
    })
    // Known from now on.
    expect((await call('PUT', '/remotes/games/toggle', { on: null })).status).toBe(200)
  })

  test('can never have an id that breaks the rule', async () => {
    for (const id of ['no-id', 'Up', 'host', 'constructor', '__proto__', '%00']) {
      expect((await call('POST', `/remotes/${id}/kill?force=true`)).status).toBe(404)
    }
  })
})

test.each([
  ['cannot be read', () => writeFileSync(join(folder, 'release-index.txt'), 'not an index')],
  ['has another hash in its second file', () => publish((document) => document.replace('1.1.0', '1.2.0'))],
])('while the index %s, only decisions that need it have to wait: a kill works', async (_, spoil) => {
  spoil()
  expect((await call('PATCH', '/remotes/receive/switch', { version: '1.0.0' })).error?.code).toBe('index.unavailable')
  expect((await call('POST', '/remotes/receive/kill')).status).toBe(200)
  expect((await call('PUT', '/remotes/receive/toggle', { on: null })).switchOf('receive')).toEqual({})
})

test.each([
  ['Mars/Base', 'There is no time zone "Mars/Base"; did you mean'],
  ['Europe/Berlim', 'There is no time zone "Europe/Berlim"; did you mean "Europe/Berlin"?'],
])('a time zone that does not exist is refused: %s', async (zone, sentence) => {
  const { status, error } = await call('PUT', '/time-zones', { restrictedTimeZones: ['Asia/Shanghai', zone] })
  expect([status, error?.code]).toEqual([400, 'zone.unknown'])
  expect(error?.message).toContain(sentence)
})

test('time zones under an older name are accepted, because browsers report them', async () => {
  const restrictedTimeZones = ['Asia/Chongqing', 'asia/macao', 'Asia/Harbin']
  expect((await call('PUT', '/time-zones', { restrictedTimeZones })).status).toBe(200)
  await call('PUT', '/time-zones', { restrictedTimeZones: null })
})
