import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type LogEntry, parseNote } from '@portico/log'
import { generateKey, logKeyText, readSigner, withLog, witnessKeyText } from '@portico/log/node'
import fc from 'fast-check'
import { type VerifyOptions, verify } from '../../packages/portico/src/verify'
import { Refusal, witness } from '../../packages/portico/src/witness'
import { indexIn, readIndex } from '../../scripts/build/releaseIndex.mjs'
import { publicKeysOf, readReleaseKeys, signDocument } from '../../scripts/build/releaseKeys.mjs'
import { logPackage, openReleaseLog } from '../../scripts/build/releaseLog.mjs'
import { generateKeys } from '../../scripts/keys/generate.mjs'
import { type SmallSite, startSmallSite } from '../support/smallSite'

/** What anyone can find out about a site from outside, with `portico verify` and `portico witness`. */

const ROOT = join(import.meta.dirname, '../..')
const DEVELOPMENT = readFileSync(join(ROOT, 'scripts/keys/development-log.txt'), 'utf8')
const OTHER = readSigner(generateKey('localhost/portico-log'))

let site: SmallSite
let reset: () => void
let folder: string

beforeAll(async () => {
  site = await startSmallSite()
  reset = site.keep()
})
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'portico-verify-'))
})
afterEach(() => {
  reset()
  rmSync(folder, { recursive: true })
})
afterAll(() => site.stop())

async function look(options: Partial<VerifyOptions> = {}) {
  const lines: string[] = []
  const isVerified = await verify({ url: new URL(site.url), releaseKeys: [], witnesses: [], ...options }, (line) =>
    lines.push(line),
  )
  return { isVerified, lines, failures: lines.filter((line) => line.startsWith('FAIL')) }
}

const inSite = (path: string) => join(site.dist, 'host', path)
const log = () => inSite('log')
const state = () => join(folder, 'state.json')

/** Writes the log anew with the site's key, with other entries: what a dishonest owner of the key can do. */
function rewriteLog(change: (entries: Uint8Array[]) => Uint8Array[]): void {
  const signer = readSigner(DEVELOPMENT)
  const entries = withLog(log(), signer, (open) => change([...open.entries]))
  rmSync(log(), { recursive: true })
  withLog(log(), signer, (open) => open.append(entries))
}

test('a site is verified, with one line for each of its files', async () => {
  const { isVerified, lines } = await look({ state: state() })
  expect(lines.filter((line) => !line.startsWith('ok'))).toEqual([
    '',
    `${site.url}/ is verified: ${lines.length - 2} checks.`,
  ])
  expect(isVerified).toBe(true)
  for (const file of [
    'portico.js',
    'release-index.txt',
    'shell/0.1.0/second.js',
    'remotes/receive/1.0.0/view.js',
    'log/checkpoint',
  ])
    expect(lines.filter((line) => line.startsWith(`ok    ${file}`))).toHaveLength(1)
  site.build('receive', '1.1.0')
  site.sign()
  expect((await look({ state: state() })).failures).toEqual([])
})

test('one changed byte in any served file is noticed, and the report names the file', async () => {
  // A browser reads neither the list of a shell's files nor the halves that are already in the index.
  const served = site.files().filter((file) => !/half\.json|manifest\.json|\.lock$/.test(file))
  expect(served.length).toBeGreaterThan(20)
  const wholeIs = new Map(served.map((file) => [file, readFileSync(join(site.dist, file))]))
  const used = served.filter((file) => !/\.p\/(?!6$)/.test(file))
  expect(used.filter((file) => file.startsWith('host/log/tile'))).toHaveLength(2)
  const property = fc.asyncProperty(fc.nat(), fc.integer({ min: 1, max: 127 }), async (at, by) => {
    for (const file of used) {
      const whole = wholeIs.get(file) as Buffer
      const changed = Buffer.from(whole)
      changed.writeUInt8((changed.readUInt8(at % whole.length) ^ by) & 0xff, at % whole.length)
      writeFileSync(join(site.dist, file), changed)
      const { isVerified, failures } = await look()
      const path = file.replace(/^host\//, '')
      const named = path.startsWith('log/') ? 'log/' : path
      expect({ file, isVerified, named: failures.some((line) => line.includes(named)) }).toEqual({
        file,
        isVerified: false,
        named: true,
      })
      writeFileSync(join(site.dist, file), whole)
    }
  })
  await fc.assert(property, { numRuns: 2, endOnFailure: true })
}, 60_000)

test('a chunk that no file of the shell pins is noticed, although the list of files has it', async () => {
  const manifest = JSON.parse(readFileSync(inSite('shell/0.1.0/manifest.json'), 'utf8'))
  const content = 'evil()'
  const { integrityOf } = await import('@portico/remote/integrity')
  manifest.files[2].integrity = integrityOf(content)
  writeFileSync(inSite('shell/0.1.0/first.js'), content)
  writeFileSync(inSite('shell/0.1.0/manifest.json'), JSON.stringify(manifest))
  expect((await look()).failures.join()).toContain('shell/0.1.0/first.js  no file of this shell pins it')
})

test('a missing file is named, and so is a page in the place of a text', async () => {
  rmSync(join(site.dist, 'remotes/receive/1.0.0/expose.js'))
  writeFileSync(inSite('log/checkpoint'), '<!doctype html>')
  const { failures } = await look()
  expect(failures).toEqual([
    expect.stringContaining('remotes/receive/1.0.0/expose.js  '),
    expect.stringContaining('log/checkpoint  log.malformed'),
  ])
  expect(failures[0]).toContain('answers 404')
})

test('a host that cannot be reached is not verified', async () => {
  const { isVerified, failures } = await look({ url: new URL('http://localhost:1') })
  expect(isVerified).toBe(false)
  expect(failures[0]).toContain('cannot be reached')
})

test('an index that was signed without the log is noticed', async () => {
  const before = site.keep()
  site.sign()
  const unlogged = readFileSync(inSite('release-index.txt'))
  before()
  writeFileSync(inSite('release-index.txt'), unlogged)
  expect((await look()).failures).toEqual([expect.stringContaining('release-index.proof  log.unlogged')])
})

test('a release that was taken out of the log is noticed', async () => {
  const isReceive = (bytes: Uint8Array) => /"receive"/.test(Buffer.from(bytes).toString())
  rewriteLog((entries) => entries.filter((bytes) => !isReceive(bytes)))
  expect((await look()).failures.join()).toContain('log: receive 1.0.0  log.unlogged')
})

test('a release that was logged with two contents is noticed', async () => {
  site.build('receive', '1.0.0', 'changed()')
  site.sign()
  expect((await look()).failures).toEqual([expect.stringContaining('log: receive 1.0.0  the log also has sha384-')])
})

test('a loader that nobody logged is noticed, although it pins the same files', async () => {
  writeFileSync(inSite('portico.js'), `${readFileSync(inSite('portico.js'))};evil()`)
  expect((await look()).failures).toEqual([expect.stringContaining('log: portico.js  log.unlogged')])
})

test('whoever has looked before notices a log that lost, altered or hid an entry', async () => {
  site.sign()
  expect((await look({ state: state() })).isVerified).toBe(true)
  const honest = site.keep()
  const failuresAfter = async (change: () => void) => {
    change()
    const { failures } = await look({ state: state() })
    honest()
    return failures.filter((line) => line.includes('log/checkpoint')).join()
  }
  const other: LogEntry = { type: 'action', what: 'something else' }
  const altered = (entries: Uint8Array[]) => entries.with(0, logPackage().encodeEntry(other))
  expect(await failuresAfter(() => rewriteLog((entries) => entries.slice(1)))).toContain('log.older')
  expect(await failuresAfter(() => rewriteLog(altered))).toContain('log.splitView')
  expect(
    await failuresAfter(() => {
      rewriteLog(altered)
      site.sign()
    }),
  ).toContain('log.inconsistent')
  expect(await failuresAfter(reset)).toContain('log.older')
  // The state still has the honest log.
  expect((await look({ state: state() })).failures).toEqual([])
})

test('a log with another key is noticed by whoever has looked before, or was told the key', async () => {
  const keyFile = join(folder, 'key.txt')
  const key = generateKey('localhost/other-log')
  writeFileSync(keyFile, key)
  expect((await look({ state: state() })).isVerified).toBe(true)
  rmSync(log(), { recursive: true })
  process.env.PORTICO_LOG_KEY = keyFile
  try {
    site.sign()
  } finally {
    delete process.env.PORTICO_LOG_KEY
  }
  expect((await look()).failures).toEqual([])
  expect((await look({ state: state() })).failures).toEqual([expect.stringContaining('log.keyInvalid')])
  const told = await look({ logKey: logKeyText(readSigner(DEVELOPMENT)) })
  expect(told.failures).toEqual([expect.stringContaining('log.keyInvalid')])
})

test('an index without a log is not verified', async () => {
  // As signed for another origin without a key for its log; only the audience is this site's.
  const { later: _, ...index } = JSON.parse(readFileSync(inSite('release-index.txt'), 'utf8').split('\n')[1] ?? '')
  const signed = signDocument(JSON.stringify(index), readReleaseKeys(site.url))
  writeFileSync(inSite('release-index.txt'), signed)
  expect((await look()).failures).toEqual([expect.stringContaining('log.unlogged: the index names no log')])
})

test('release keys that were told are the only ones', async () => {
  const [ed25519 = '', p256 = ''] = JSON.parse(
    /\[.*?\]/.exec(readFileSync(inSite('shell/0.1.0/start.0a1b2c3d.js'), 'utf8'))?.[0] ?? '[]',
  )
  expect((await look({ releaseKeys: [ed25519, p256] })).failures).toEqual([])
  expect((await look({ releaseKeys: [p256] })).failures).toEqual([
    expect.stringContaining('the loader also trusts ed25519'),
  ])
  const foreign = await look({ releaseKeys: ['ed25519:other:AAAA'] })
  expect(foreign.failures.join()).toContain('release-index.txt  it is not signed by a known key')
})

test('an expired index is not verified', async () => {
  site.sign({ validDays: -1 })
  expect((await look()).failures.join()).toContain('release.expired')
})

describe('a remote whose team signs its own releases', () => {
  const keyFile = (name: string) => join(folder, `${name}.json`)

  beforeEach(() => {
    const team = generateKeys('team')
    writeFileSync(keyFile('team'), JSON.stringify(team))
    const development = readReleaseKeys(site.url)
    const shell = { keys: publicKeysOf(development), threshold: 1 }
    const roles = { root: shell, shell, 'remote:receive': { keys: publicKeysOf([team]), threshold: 1 } }
    const root = { type: 'root', version: 1, expires: '2099-01-01T00:00:00.000Z', roles }
    writeFileSync(join(folder, 'root.txt'), signDocument(JSON.stringify(root), development))
    process.env.PORTICO_RELEASE_ROOT = join(folder, 'root.txt')
    process.env.PORTICO_RELEASE_KEYS = [join(ROOT, 'scripts/keys/development.json'), keyFile('team')].join(',')
    site.sign()
  })
  afterEach(() => {
    delete process.env.PORTICO_RELEASE_ROOT
    delete process.env.PORTICO_RELEASE_KEYS
  })

  test('is verified by its role, and the root is in the log', async () => {
    const { failures, lines } = await look()
    expect(failures).toEqual([])
    expect(lines.join('\n')).toMatch(/^ok {4}team-releases\.txt receive {2}serial/m)
    expect(lines).toContainEqual(expect.stringContaining('log: receive 1.0.0'))
    const entries = withLog(log(), readSigner(DEVELOPMENT), (open) =>
      open.entries.map((bytes) => `${Buffer.from(bytes)}`),
    )
    expect(entries.filter((entry) => entry.includes('"type":"root"'))).toEqual([expect.stringContaining('"version":1')])
  })

  test('is logged when only the team publishes', async () => {
    process.env.PORTICO_RELEASE_KEYS = keyFile('team')
    site.build('receive', '1.1.0')
    // In a process of its own: in jest's realm, a structured clone is not deeply equal to what it is a clone of.
    const code = `const { changeIndex, publish } = await import('./scripts/build/changeIndex.mjs')
      changeIndex(${JSON.stringify(indexIn(site.dist))}, (index) => publish(index, 'receive', '1.1.0', ${JSON.stringify(site.dist)}))`
    const { status, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', code], {
      cwd: ROOT,
      encoding: 'utf8',
      env: process.env,
    })
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
    const { failures, lines } = await look()
    expect(failures).toEqual([])
    expect(lines).toContainEqual(expect.stringContaining('log: receive 1.1.0'))
  })

  test('is named if another key has signed it', async () => {
    const file = inSite('team-releases.txt')
    const [, signed = ''] = readFileSync(file, 'utf8').split('\n')
    const [signatures] = signDocument(signed, readReleaseKeys(site.url)).split('\n')
    writeFileSync(file, `receive ${signatures?.split(',')[0]}\n${signed}`)
    expect((await look()).failures).toEqual([
      expect.stringContaining('team-releases.txt receive  its team has not signed it'),
    ])
  })
})

describe('a witness', () => {
  const signer = readSigner(generateKey('witness.example'))
  const logKey = logKeyText(readSigner(DEVELOPMENT))
  const cosign = (now = 1_700_000_000) => witness({ log: `${site.url}/log/`, signer, state: state(), logKey, now })

  test('cosigns a log that grows, and the site serves what it has signed', async () => {
    await cosign()
    site.sign()
    const cosigned = await cosign()
    expect(parseNote(cosigned).signatures.map(({ name }) => name)).toEqual(['localhost/portico-log', 'witness.example'])
    const witnesses = [witnessKeyText(signer)]
    expect((await look({ witnesses })).failures).toEqual([expect.stringContaining('log.cosignature')])
    const index = indexIn(site.dist)
    openReleaseLog(readIndex(index).audience, inSite('.'))?.cosign(cosigned, readFileSync(index, 'utf8'))
    expect((await look({ witnesses })).failures).toEqual([])
    // What the witness reads now has its own signature already.
    expect(await cosign()).toBe(cosigned)
  })

  test('refuses an older log, a changed one and a split view, and shows both checkpoints', async () => {
    site.sign()
    await cosign()
    const honest = site.keep()
    const other = (entries: Uint8Array[]) => entries.with(0, logPackage().encodeEntry({ type: 'action' }))
    const changes: [string, () => void][] = [
      ['log.older', reset],
      ['log.splitView', () => rewriteLog(other)],
      [
        'log.inconsistent',
        () => {
          rewriteLog(other)
          site.sign()
        },
      ],
    ]
    for (const [code, change] of changes) {
      change()
      const refusal = await cosign().then(
        () => undefined,
        (error) => error,
      )
      expect(refusal).toBeInstanceOf(Refusal)
      expect(refusal).toMatchObject({
        code,
        evidence: [expect.stringMatching(/^localhost\/portico-log\n/), readFileSync(join(log(), 'checkpoint'), 'utf8')],
      })
      honest()
    }
    await cosign()
  })

  test('needs the key of the log the first time, and keeps to it', async () => {
    const without = () => witness({ log: `${site.url}/log/`, signer, state: state(), now: 1 })
    await expect(without()).rejects.toMatchObject({ code: 'log.keyInvalid' })
    await cosign()
    await without()
    const wrong = witness({ log: `${site.url}/log/`, signer, state: state(), logKey: logKeyText(OTHER), now: 1 })
    await expect(wrong).rejects.toMatchObject({ code: 'log.keyInvalid' })
    const first = witness({
      log: `${site.url}/log/`,
      signer,
      state: join(folder, 'new'),
      logKey: logKeyText(OTHER),
      now: 1,
    })
    await expect(first).rejects.toMatchObject({ code: 'log.signature' })
  })

  test('signs nothing if its state cannot be read, so that it forgets nothing', async () => {
    for (const text of ['{', '{"v":2,"logs":{}}']) {
      writeFileSync(state(), text)
      await expect(cosign()).rejects.toMatchObject({ code: 'log.malformed' })
      expect(readFileSync(state(), 'utf8')).toBe(text)
    }
  })
})

describe('the command', () => {
  const portico = (...args: string[]) => {
    const script = join(ROOT, 'packages/portico/src/main.ts')
    const { status, stdout, stderr } = spawnSync(process.execPath, ['--import', 'tsx', script, ...args], {
      encoding: 'utf8',
    })
    return { status, stdout, stderr }
  }

  test.each([
    [[], 'Usage: portico'],
    [['verify', 'wallet'], 'must be an address'],
    [['verify', 'https://wallet.example', '--witness', 'nobody'], 'log.keyInvalid'],
    [['verify', 'https://wallet.example', '--release-keys', 'x'], '--release-keys'],
    [['verify', '--unknown'], 'unknown'],
    [['witness', 'https://wallet.example/log'], '--key is needed'],
  ])('ends with 2 and says why if it is called as %j', (args, reason) => {
    const { status, stderr } = portico(...args)
    expect({ status, isSaid: stderr.includes(reason) }).toEqual({ status: 2, isSaid: true })
  })

  test('makes a key for a witness, and ends with 1 if a site cannot be verified', () => {
    const made = portico('witness', '--new-key', 'witness.example')
    expect(made.status).toBe(0)
    expect(made.stderr.trim()).toBe(`Public key: ${witnessKeyText(readSigner(made.stdout))}`)
    expect(portico('verify', 'http://localhost:1')).toMatchObject({ status: 1 })
  })
})
