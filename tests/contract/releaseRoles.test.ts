import { execFile } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ReleaseIndex, RemoteRelease } from '@portico/contracts/services/releaseIndex'
import { verifyIndex } from '@portico/contracts/services/verifyIndex'
import { checkTimestamp } from '../../host/src/releases/checkTimestamp.ts'
import { currentIndex } from '../../host/src/releases/currentIndex.ts'
import { loadTeamReleases } from '../../host/src/releases/loadTeamReleases.ts'
import { publicKeysOf, signaturesOf } from '../../scripts/build/releaseKeys.mjs'
import { generateKeys } from '../../scripts/keys/generate.mjs'
import { serveFiles } from '../../scripts/serve.mjs'
import { type RunningServices, runServices } from '../../services/testing/runServices'
import { indexFields, RELEASE } from '../support/publishIndex.ts'

/*
 * A deployment whose root needs two of two holders, whose index needs two, and in which the team of `safety` signs its
 * own releases: the commands of the guide, one after another, then what services and modals make of it.
 */

jest.setTimeout(120_000)

const ROOT = join(import.meta.dirname, '../..')
const HOLDERS = ['ada', 'ben', 'cleo', 'dora', 'team', 'others', 'clock'] as const
type Name = (typeof HOLDERS)[number]
const keys = Object.fromEntries(HOLDERS.map((id) => [id, generateKeys(id)])) as Record<
  Name,
  ReturnType<typeof generateKeys>
>
const publics = (...names: Name[]) => publicKeysOf(names.map((name) => keys[name]))

let folder: string
let index: string
let roots: string
let host: Awaited<ReturnType<typeof serveFiles>>

/** Runs a command as its holder. */
function run(command: string, ...names: Name[]): Promise<string> {
  const env = {
    PATH: process.env.PATH,
    PORTICO_ORIGIN: host.url,
    PORTICO_RELEASE_INDEX: index,
    PORTICO_RELEASE_ROOT: roots,
    PORTICO_RELEASE_KEYS: names.map((name) => join(folder, `${name}.json`)).join(),
  }
  const [script = '', ...args] = command.split(' ')
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      [join(ROOT, 'scripts', `${script}.mjs`), ...args],
      { cwd: ROOT, env },
      (_, stdout, stderr) => resolve(`${stdout}${stderr}`.trim()),
    )
  })
}

const trusted = () => ({ keys: publics('ada', 'ben'), threshold: 2 })
const roles = (more: object = {}) => ({
  roles: {
    root: trusted(),
    shell: { keys: publics('cleo', 'dora'), threshold: 2 },
    timestamp: { keys: publics('clock'), threshold: 1 },
    'remote:safety': { keys: publics('team'), threshold: 1 },
    'remote:receive': { keys: publics('others'), threshold: 1 },
    ...more,
  },
})

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'portico-roles-'))
  index = join(folder, 'release-index.txt')
  roots = join(folder, 'roots.txt')
  for (const name of HOLDERS) writeFileSync(join(folder, `${name}.json`), JSON.stringify(keys[name]))
  writeFileSync(join(folder, 'roles.json'), JSON.stringify(roles()))
  host = await serveFiles({ root: folder, port: 0 })
  const versions = { '1.0.0': RELEASE, '1.1.0': RELEASE }
  const remotes = { safety: { channels: { stable: ['1.0.0'] }, versions }, send: { channels: {}, versions } }
  const first = { ...indexFields(), audience: [host.url], remotes }
  writeFileSync(index, `\n${JSON.stringify(first)}`)
})
afterAll(async () => {
  await host.close()
  rmSync(folder, { recursive: true })
})

const reader = () => ({ host: `${host.url}/`, api: host.url, keys: trusted(), verifyIndex })
const read = () => currentIndex(fetch(`${host.url}/release-index.txt`), reader())
const teams = async () => loadTeamReleases(await read(), `${host.url}/`, undefined)

test('a root is valid once two holders have signed it, each on a machine of their own', async () => {
  expect(await run('release root show', 'ada')).toBe(`${roots} has no root yet.`)
  expect(await run(`release root propose ${join(folder, 'roles.json')}`)).toMatch(
    /^root 1, valid until 20\d\d-.*\n {2}root: 2 of ada, ben\n {2}shell: 2 of cleo, dora\n {2}timestamp: 1 of clock\n {2}remote:safety: 1 of team\n {2}remote:receive: 1 of others$/,
  )
  expect(await run('release root accept')).toBe('Root 1 cannot be accepted: 0 of 2 holders of root 1 have signed.')
  expect(await run('release root sign', 'ada')).toBe('1 of 2 holders of root 1 have signed')
  expect(await run('release root sign', 'ada')).toBe('1 of 2 holders of root 1 have signed')
  expect(await run('release root sign', 'cleo')).toBe('1 of 2 holders of root 1 have signed')
  expect(await run('release root sign', 'ben')).toMatch(/^The root has all signatures/)
  expect(await run('release root accept')).toBe('Root 1 is valid once the index has been signed again.')
  expect(await run('release root show')).toMatch(/^root 1, /)
})

test('an index with one of two signatures is not served; the second holder completes it', async () => {
  expect(await run('release sign', 'ada')).toMatch(/^The role shell signs the index/)
  expect(await run('release sign', 'cleo')).toMatch(/It is not served yet: another holder of the role shell/)
  await expect(read()).rejects.toMatchObject({ code: 'release.signature' })
  expect(await run('release cosign', 'cleo')).toMatch(/^1 of 2 holders/)
  expect(await run('release cosign', 'team')).toMatch(/^1 of 2 holders/)
  await expect(read()).rejects.toMatchObject({ code: 'release.signature' })
  expect(await run('release cosign', 'dora')).toBe(`2 of 2 holders of the role shell have signed ${index}`)
  expect(existsSync(join(folder, 'release-index.next.txt'))).toBe(false)
  expect(await read()).toMatchObject({ root: { version: 1 } })
})

test('a team signs its own remote, and changes no byte of the index', async () => {
  writeTeam()
  const before = readFileSync(index, 'utf8')
  expect(await run('remote promote safety 1.1.0', 'others')).toMatch(/^safety is signed by its own team/)
  expect(await run('remote promote safety 1.1.0', 'cleo', 'dora')).toMatch(/^safety is signed by its own team/)
  expect((await teams()).remotes.safety?.channels).toEqual({ stable: ['1.0.0'] })
  expect(await run('remote promote safety 1.1.0', 'team')).toMatch(/safety 1\.1\.0 is the first of stable\.$/)
  expect((await teams()).remotes.safety?.channels).toEqual({ stable: ['1.1.0', '1.0.0'] })
  expect(readFileSync(index, 'utf8')).toBe(before)
})

/** The team's first release, which `publish` would sign. */
function writeTeam(): void {
  const versions: Record<string, RemoteRelease> = { '1.0.0': RELEASE, '1.1.0': RELEASE }
  const now = indexFields()
  const own = {
    type: 'remote',
    id: 'safety',
    serial: 1,
    audience: [host.url],
    issuedAt: now.issuedAt,
    notAfter: now.notAfter,
  }
  const signed = JSON.stringify({ ...own, channels: { stable: ['1.0.0'] }, versions })
  writeFileSync(join(folder, 'team-releases.txt'), `safety ${signaturesOf(signed, [keys.team])}\n${signed}`)
}

describe('with the services', () => {
  let services: RunningServices
  const start = async () => {
    services = await runServices({
      DATA_DIR: join(folder, 'data'),
      RELEASE_INDEX_URL: `${host.url}/release-index.txt`,
      RELEASE_ROOT_KEYS: JSON.stringify(trusted()),
      RELEASE_TIMESTAMP_KEY: JSON.stringify(keys.clock),
    })
  }
  /** The services answer from memory for some seconds, and remember releases in their database. */
  const restart = async () => {
    await services.stop()
    await start()
  }
  beforeAll(start)
  afterAll(() => services.stop())
  const check = (one: ReleaseIndex) => checkTimestamp(one, { ...reader(), api: services.url })

  test('the served index is the latest, and the timestamp says so for each team', async () => {
    const now = await read()
    const timestamp = await check(now)
    expect(timestamp).toMatchObject({ root: 1, serial: now.serial, remotes: { safety: expect.any(Number) } })
  })

  test('an index that the host serves again, after a later one, is refused', async () => {
    const old = readFileSync(index, 'utf8')
    await run('release sign', 'cleo', 'dora')
    await restart()
    await check(await read())
    writeFileSync(index, old)
    await restart()
    await expect(check(await read())).rejects.toMatchObject({ code: 'release.stale' })
    expect(services.output()).toContain('the host serves an older release index than before')
  })
})
