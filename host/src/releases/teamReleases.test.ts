/** @jest-environment jsdom */
import type { ReleaseIndex } from '@portico/contracts/services/releaseIndex'
import { TIMESTAMP_PATH } from '@portico/contracts/services/signedReleases'
import { verifyIndex } from '@portico/contracts/services/verifyIndex'
import { role, rootOf, signedBy } from '../../testing/holders.ts'
import { checkTimestamp } from './checkTimestamp.ts'
import { currentIndex } from './currentIndex.ts'
import { loadTeamReleases } from './loadTeamReleases.ts'

const HOST = 'https://wallet.example/'
const API = 'https://wallet.example'
const HOUR_MS = 3_600_000
const NOW = Date.parse('2026-06-01T12:00:00Z')
const at = (ms: number) => new Date(NOW + ms).toISOString()

const ROOT = rootOf(1, {
  root: role(['ada', 'ben'], 2),
  shell: role(['cleo']),
  timestamp: role(['clock']),
  'remote:safety': role(['team']),
  'remote:receive': role(['others']),
})
const reader = { host: HOST, api: API, keys: role(['ada', 'ben'], 2), verifyIndex }

/** What the host and the services answer. */
let answers: Record<string, string | undefined>

beforeEach(() => {
  localStorage.clear()
  answers = {}
  jest.spyOn(Date, 'now').mockReturnValue(NOW)
  globalThis.fetch = async (url) => {
    const text = answers[String(url)]
    if (text === undefined) throw new TypeError('Failed to fetch')
    return new Response(text)
  }
})
afterEach(() => jest.restoreAllMocks())

const dates = { issuedAt: at(-HOUR_MS), notAfter: at(24 * HOUR_MS) }
const document = (serial = 7) => ({
  format: 1,
  serial,
  ...dates,
  audience: ['https://wallet.example'],
  shells: [],
  remotes: {},
})
const indexText = (serial = 7, root = ROOT, signers = ['cleo']) =>
  `${signedBy(root, ['ada', 'ben'])}\n${signedBy(document(serial), signers)}`
const read = (text: string, seen?: ReleaseIndex) => currentIndex(Promise.resolve(new Response(text)), reader, seen)
let index: ReleaseIndex
beforeEach(async () => {
  index = await read(indexText())
})

describe('the timestamp of the services', () => {
  const timestamp = (more: object = {}) => ({
    type: 'timestamp',
    root: 1,
    serial: 7,
    remotes: { safety: 3 },
    audience: ['https://wallet.example'],
    issuedAt: at(-HOUR_MS),
    expires: at(HOUR_MS),
    ...more,
  })
  const serve = (more?: object, signers = ['clock']) => {
    answers[`${API}${TIMESTAMP_PATH}`] = signedBy(timestamp(more), signers)
  }

  test('confirms the index that the host serves', async () => {
    serve()
    expect(await checkTimestamp(index, reader)).toMatchObject({ serial: 7 })
  })

  test('may be behind an index that was published just now', async () => {
    serve({ serial: 6 })
    expect(await checkTimestamp(index, reader)).toMatchObject({ serial: 6 })
  })

  test.each<[title: string, code: string, more: object, signers: string[]]>([
    ['of a later index: the host serves a frozen one', 'release.stale', { serial: 8 }, ['clock']],
    ['of a later root', 'release.stale', { root: 2 }, ['clock']],
    ['that has expired', 'release.timestamp', { expires: at(0) }, ['clock']],
    ['with an unreadable date', 'release.timestamp', { expires: 'tomorrow' }, ['clock']],
    ['of another deployment', 'release.timestamp', { audience: ['https://staging.example'] }, ['clock']],
    ['that is not one', 'release.timestamp', { type: 'remote' }, ['clock']],
    ['without a serial', 'release.timestamp', { serial: undefined }, ['clock']],
    ['signed by the holder of another role', 'release.timestamp', {}, ['cleo']],
  ])('%s is refused: %s', async (_, code, more, signers) => {
    serve(more, signers)
    await expect(checkTimestamp(index, reader)).rejects.toMatchObject({ code })
  })

  test.each([
    ['nothing', undefined],
    ['<html>', '<html>'],
    ['a signed text that is not JSON', signedBy([], ['clock'])],
  ])('is required: %s is refused', async (_, text) => {
    answers[`${API}${TIMESTAMP_PATH}`] = text
    await expect(checkTimestamp(index, reader)).rejects.toMatchObject({ code: 'release.timestamp' })
  })

  test('is kept for the time when the services cannot be reached, while it is valid', async () => {
    serve()
    await checkTimestamp(index, reader)
    answers = {}
    const next = await read(indexText())
    expect(await checkTimestamp(next, reader)).toMatchObject({ serial: 7 })
    jest.spyOn(Date, 'now').mockReturnValue(NOW + HOUR_MS)
    await expect(checkTimestamp({ ...next }, reader)).rejects.toMatchObject({ code: 'release.timestamp' })
  })

  test('is requested once for an index, and again after a failure', async () => {
    await expect(checkTimestamp(index, reader)).rejects.toThrow()
    serve()
    await checkTimestamp(index, reader)
    answers = {}
    expect(await checkTimestamp(index, reader)).toMatchObject({ serial: 7 })
  })

  test('is not requested without a role for it', async () => {
    const { timestamp: _, ...roles } = ROOT.roles
    const plain = await read(indexText(8, rootOf(1, roles as typeof ROOT.roles)))
    expect(await checkTimestamp(plain, reader)).toBeUndefined()
  })
})

describe("a team's releases", () => {
  const release = (version: string) => ({
    url: `remotes/safety/${version}/`,
    integrity: `sha384-${'A'.repeat(64)}`,
    contract: '^2.0.0',
    static: { messages: {}, views: {}, slots: {} },
  })
  const releases = (more: object = {}) => ({
    type: 'remote',
    id: 'safety',
    serial: 3,
    audience: ['https://wallet.example'],
    ...dates,
    channels: { stable: ['1.0.0'] },
    versions: { '1.0.0': release('1.0.0') },
    ...more,
  })
  const FILE = `${HOST}team-releases.txt`
  const serve = (more?: object, signers = ['team'], id = 'safety') => {
    answers[FILE] = `${id} ${signedBy(releases(more), signers)}`
  }
  const load = (serials?: Record<string, number>) =>
    loadTeamReleases(
      index,
      HOST,
      serials && { type: 'timestamp', root: 1, serial: 7, remotes: serials, audience: [], issuedAt: '', expires: '' },
    )

  test('are used, and those of a team without any are missing', async () => {
    serve()
    const { remotes, refused } = await load()
    expect(remotes).toEqual({ safety: { channels: releases().channels, versions: releases().versions } })
    expect(refused).toMatchObject({ receive: { code: 'release.team', details: { reason: 'missing' } } })
  })

  test.each<[title: string, code: string, more: object, signers: string[]]>([
    ["signed by another remote's team", 'release.team', {}, ['others']],
    ['signed by the holder of the role shell', 'release.team', {}, ['cleo']],
    ['that another team has signed for its own remote', 'release.team', { id: 'receive' }, ['team']],
    ['that have expired', 'release.expired', { notAfter: at(0) }, ['team']],
    ['of another deployment', 'release.audience', { audience: ['https://staging.example'] }, ['team']],
    ['that are not releases', 'release.team', { type: 'root' }, ['team']],
    ['with a wrong version', 'release.team', { versions: { latest: release('1.0.0') } }, ['team']],
  ])('%s are refused: %s', async (_, code, more, signers) => {
    serve(more, signers)
    const { remotes, refused } = await load()
    expect(remotes).toEqual({})
    expect(refused.safety).toMatchObject({ code })
  })

  test("cannot be put under another remote's id", async () => {
    serve({}, ['team'], 'receive')
    expect((await load()).remotes).toEqual({})
  })

  test('that are older than the timestamp says are refused', async () => {
    serve({ serial: 3 })
    expect((await load({ safety: 4 })).refused.safety).toMatchObject({ code: 'release.stale' })
    expect((await load({ safety: 3 })).remotes).toHaveProperty('safety')
  })

  test('do not go back to older ones, and stay if the file is gone', async () => {
    serve({ serial: 4, channels: { stable: ['1.0.0'], next: ['1.0.0'] } })
    await load()
    serve({ serial: 3 })
    expect((await load()).remotes.safety?.channels).toHaveProperty('next')
    answers = {}
    expect((await load()).remotes.safety?.channels).toHaveProperty('next')
  })

  test('are not requested without a team', async () => {
    globalThis.fetch = () => {
      throw new Error('requested')
    }
    const { format, serial, issuedAt, notAfter, audience, shells, remotes } = index
    const plain = { format, serial, issuedAt, notAfter, audience, shells, remotes }
    expect(await loadTeamReleases(plain, HOST, undefined)).toEqual({ remotes: {}, refused: {} })
  })
})

describe('an index under a root', () => {
  beforeEach(() => jest.spyOn(console, 'error').mockImplementation(() => {}))
  const second = rootOf(2, { ...ROOT.roles, shell: role(['dora']) })
  const rotated = (serial: number, signers: string[]) =>
    `${signedBy(ROOT, ['ada', 'ben'])}\n${signedBy(second, ['ada', 'ben'])}\n${signedBy(document(serial), signers)}`

  test('has expired with the root', async () => {
    localStorage.clear()
    const old = rootOf(1, ROOT.roles, at(0))
    await expect(read(indexText(7, old))).rejects.toMatchObject({ code: 'release.expired' })
  })

  test('is not replaced by one under an older root, whatever its serial', async () => {
    const seen = await read(rotated(8, ['dora']))
    expect(await read(indexText(99), seen)).toEqual(seen)
  })

  test('recovers from a serial that a stolen key has pushed too high', async () => {
    await read(indexText(9_000_000_000))
    expect(await read(rotated(8, ['dora']))).toMatchObject({ serial: 8 })
  })

  test('keeps its serial if the keys that signed it stay', async () => {
    const kept = rootOf(2, { ...ROOT.roles, 'remote:other': role(['team']) })
    await read(indexText(9))
    const older = `${signedBy(ROOT, ['ada', 'ben'])}\n${signedBy(kept, ['ada', 'ben'])}\n${signedBy(document(8), ['cleo'])}`
    expect(await read(older)).toMatchObject({ serial: 9 })
  })

  test('reports why a newer one was refused', async () => {
    const reasons: unknown[] = []
    const request = Promise.resolve(new Response(indexText(8, ROOT, ['dora'])))
    await currentIndex(request, reader, index, (reason) => reasons.push(reason))
    expect(reasons).toEqual([expect.objectContaining({ code: 'release.signature' })])
  })
})
