import { execFile } from 'node:child_process'
import { cpSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { LaterReleases } from '@portico/contracts/services/laterReleases'
import { ReleaseIndex } from '@portico/contracts/services/releaseIndex'
import { verifyIndex } from '@portico/contracts/services/verifyIndex'
import { integrityOfFile } from '@portico/remote/integrity'
import { parse } from 'valibot'
import { readIndex } from '../../scripts/build/releaseIndex.mjs'
import { publicKeysOf } from '../../scripts/build/releaseKeys.mjs'
import { generateKeys } from '../../scripts/keys/generate.mjs'
import { type Copy, copyRepository } from '../support/copyRepository.ts'

/** Hundreds of requests, or whole builds: on a busy machine they take their time. */
jest.setTimeout(60_000)

/** The commands of feature teams and of key holders, as typed, run one after another on one folder. */

const PATIENCE_MS = 60_000
const REFUSED = 'is live with other files, and a version never changes: give it a new version.'

let copy: Copy
let file: string

interface Outcome {
  readonly code: number
  readonly stdout: string
  readonly stderr: string
}

function run(command: string, environment: NodeJS.ProcessEnv = {}): Promise<Outcome> {
  const unset = { PORTICO_RELEASE_INDEX: undefined, PORTICO_ORIGIN: undefined, PORTICO_RELEASE_KEYS: undefined }
  const env = { ...process.env, ...unset, ...environment }
  const [script, ...args] = command.split(' ')
  return new Promise((resolve) => {
    execFile(process.execPath, [`scripts/${script}.mjs`, ...args], { cwd: copy.root, env }, (error, stdout, stderr) =>
      resolve({ code: typeof error?.code === 'number' ? error.code : 0, stdout, stderr }),
    )
  })
}

async function works(command: string, environment?: NodeJS.ProcessEnv): Promise<string> {
  const { code, stdout, stderr } = await run(command, environment)
  expect([command, code, stderr]).toEqual([command, 0, ''])
  return stdout
}

function read() {
  const { swapRouters, remotes, ...index } = readIndex(file)
  return { ...parse(ReleaseIndex, { ...index, remotes: {} }), ...parse(LaterReleases, { remotes, swapRouters }) }
}

/** Everything in the index except what each signing changes. */
function decisions() {
  const { serial, issuedAt, notAfter, ...rest } = read()
  return rest
}

const entryOf = (version: string) => integrityOfFile(join(copy.root, 'dist/remotes/receive', version, 'static.json'))

beforeAll(async () => {
  copy = copyRepository()
  // The commands check that dependencies are installed.
  cpSync(join(import.meta.dirname, '../../package-lock.json'), join(copy.root, 'package-lock.json'))
  file = join(copy.root, 'dist/host/release-index.txt')
  await works('build --only receive --version 1.0.0')
  await works('build --only receive --version 1.1.0')
  await works('remote promote receive 1.1.0 next')
  await works('remote rollback receive')
  await works('release revoke 0.1.0')
}, PATIENCE_MS)
afterAll(() => copy?.remove())

test('decisions are in the index', () => {
  const { shells, remotes } = read()
  expect(remotes.receive?.channels).toEqual({ stable: ['1.0.0'], next: ['1.1.0'] })
  expect(shells).toMatchObject([{ version: '0.1.0', revoked: true }])
})

test('rebuilding a version and signing again keep all decisions and raise the serial', async () => {
  const before = decisions()
  for (const command of ['build --only receive --version 1.1.0', 'release sign']) {
    const { serial } = read()
    await works(command)
    expect(decisions()).toEqual(before)
    expect(read().serial).toBeGreaterThan(serial)
  }
})

test('every command names the file that it has signed', async () => {
  expect(await works('remote promote receive 1.0.0')).toBe(`Signed ${file}\nreceive 1.0.0 is the first of stable.\n`)
  expect(await works('release list')).toMatch(
    /^serial \d+, valid until \S+\nfor http:\/\/localhost\nshell 0\.1\.0 {3}withdrawn\n$/,
  )
})

describe('with other sources', () => {
  beforeAll(() => {
    const messages = join(copy.root, 'remotes/receive/messages/en.json')
    writeFileSync(messages, readFileSync(messages, 'utf8').replace('Copy address', 'Copy it'))
  })

  test.each([
    'build --only receive --version 1.0.0',
    'build --only receive --version 1.0.0 --unsigned',
    'remote publish receive 1.0.0',
  ])('"%s" is refused while that version is live, and changes nothing', async (command) => {
    const before = [readFileSync(file, 'utf8'), entryOf('1.0.0')]
    expect(await run(command)).toEqual({ code: 1, stdout: '', stderr: `receive 1.0.0 ${REFUSED}\n` })
    expect([readFileSync(file, 'utf8'), entryOf('1.0.0')]).toEqual(before)
    expect(read().remotes.receive?.versions['1.0.0']?.integrity).toBe(before[1])
  })

  test('a new version goes first in stable, even twice in a row, and everything else stays', async () => {
    const { shells, remotes } = read()
    for (const _ of ['once', 'again']) await works('remote publish receive 1.2.0')
    const { channels, versions } = read().remotes.receive ?? {}
    expect(channels).toEqual({ stable: ['1.2.0', '1.0.0'], next: ['1.1.0'] })
    expect(versions).toEqual({
      ...remotes.receive?.versions,
      '1.2.0': expect.objectContaining({ integrity: entryOf('1.2.0') }),
    })
    expect(read().shells).toEqual(shells)
  })

  test('a full build keeps channels and withdrawn shells, and drops versions that it does not build', async () => {
    await works('remote promote receive 1.0.0 next')
    await works('build')
    const { shells, remotes } = read()
    expect(remotes.receive?.channels).toEqual({ stable: ['1.0.0'], next: ['1.0.0'] })
    expect(Object.keys(remotes.receive?.versions ?? {})).toEqual(['1.0.0'])
    expect(shells).toMatchObject([{ version: '0.1.0', revoked: true }])
    expect(shells).toHaveLength(1)
    await works('release restore 0.1.0')
    expect(read().shells[0]).not.toHaveProperty('revoked')
  })
})

test('an index can be signed with the old and the new keys', async () => {
  const pairs = [generateKeys('old'), generateKeys('new')]
  const files = pairs.map((pair) => {
    const path = join(copy.root, `${pair.id}.json`)
    writeFileSync(path, JSON.stringify(pair))
    return path
  })
  const origin = { PORTICO_ORIGIN: 'https://wallet.example' }
  await works('release sign', { ...origin, PORTICO_RELEASE_KEYS: files.join() })
  for (const pair of pairs) expect(await verifyIndex(readFileSync(file, 'utf8'), publicKeysOf([pair]))).toBeDefined()
  await works('release sign', { ...origin, PORTICO_RELEASE_KEYS: files[1] })
  expect(await verifyIndex(readFileSync(file, 'utf8'), publicKeysOf(pairs.slice(0, 1)))).toBeUndefined()
  expect((await run('release sign', origin)).stderr).toContain('The development keys cannot sign a release for')
})

test.each([
  ['build --only wallets', 'There is no remote "wallets" under remotes/.'],
  ['build --only receive --version beta', '"beta" is no version: it must be like 1.2.3.'],
  ['remote publish wallets 1.0.0', 'There is no remote "wallets" under remotes/.'],
  ['release revoke', '"" is no version: it must be like 1.2.3.'],
  ['release restore 0.3.0', 'No shell 0.3.0 is withdrawn.'],
  [
    'release explode',
    'npm run release -- list | sign | cosign | revoke <shell version> | restore <shell version> | developers allow|forbid | witnessed <file> | root show | root propose <roles.json> | root sign | root accept',
  ],
])('"%s" fails with one sentence', async (command, sentence) => {
  const before = readFileSync(file, 'utf8')
  expect(await run(command)).toEqual({ code: 1, stdout: '', stderr: `${sentence}\n` })
  expect(readFileSync(file, 'utf8')).toBe(before)
})
