import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { decodeEntry, openCheckpoint, parseVerifierKey, readWholeLog, utf8, verifyProof } from '@portico/log'
import { contentOf, generateKey, logKeyText, readSigner } from '@portico/log/node'
import { integrityOf, integrityOfFile } from '@portico/remote/integrity'
import { changeIndex, withdrawShell } from '../../../scripts/build/changeIndex.mjs'
import { filesOfIndex, indexIn, readIndex, writeReleaseIndex } from '../../../scripts/build/releaseIndex.mjs'
import { generateKeys } from '../../../scripts/keys/generate.mjs'

const ELSEWHERE = 'https://wallet.example'
const DEVELOPMENT = readFileSync(join(import.meta.dirname, '../../../scripts/keys/development-log.txt'), 'utf8')
const COMMIT = 'c'.repeat(40)

let dist: string
beforeEach(() => {
  dist = mkdtempSync(join(tmpdir(), 'portico-log-'))
  process.env.PORTICO_COMMIT = COMMIT
  write('host/shell/0.1.0/shell.js', 'shell')
  write('host/portico.js', 'loader')
  write('remotes/receive/1.0.0/static.json', '{"contract":"^2.0.0"}')
  write('remotes/receive/1.0.0/half.json', '{"messages":{},"views":{},"slots":{}}')
})
afterEach(() => {
  for (const name of ['PORTICO_COMMIT', 'PORTICO_LOG_KEY', 'PORTICO_RELEASE_KEYS']) delete process.env[name]
  rmSync(dist, { recursive: true })
})

function write(path: string, content: string): void {
  const file = join(dist, path)
  mkdirSync(join(file, '..'), { recursive: true })
  writeFileSync(file, content)
}
const read = async (path: string) => contentOf(join(dist, 'host/log', path)) as Uint8Array
const served = () => readFileSync(indexIn(dist), 'utf8')
const sign = () => writeReleaseIndex({ dist })

async function entries(key = logKeyText(readSigner(DEVELOPMENT))) {
  const checkpoint = await openCheckpoint(await read('checkpoint'), parseVerifierKey(key))
  const log = await readWholeLog(read, checkpoint)
  return log.entries.map((bytes) => decodeEntry(bytes))
}

test('each release is logged once, with its commit, and each index that is signed', async () => {
  const first = sign()
  const integrity = (path: string) => integrityOfFile(join(dist, path))
  const indexEntry = (serial: number) => ({ type: 'index', serial, sha384: integrityOf(served()) })
  const releases = [
    { type: 'loader', file: 'portico.js', integrity: integrity('host/portico.js'), commit: COMMIT },
    { type: 'shell', version: '0.1.0', integrity: integrity('host/shell/0.1.0/shell.js'), commit: COMMIT },
    {
      type: 'release',
      id: 'receive',
      version: '1.0.0',
      integrity: integrity('remotes/receive/1.0.0/static.json'),
      commit: COMMIT,
    },
  ]
  const logged = [...releases, indexEntry(first.serial)]
  expect(await entries()).toEqual(logged)

  process.env.PORTICO_COMMIT = 'd'.repeat(40)
  const { serial } = changeIndex(indexIn(dist), (index) => withdrawShell(index, '0.1.0'))
  expect(await entries()).toEqual([...logged, indexEntry(serial)])
})

test('the proof beside an index is of the index as it is served', async () => {
  sign()
  const { serial } = sign()
  const proof = readFileSync(join(dist, 'host/release-index.proof'), 'utf8')
  const entry = (content: string) => utf8(`{"serial":${serial},"sha384":"${integrityOf(content)}","type":"index"}`)
  const key = readSigner(DEVELOPMENT).logKey
  expect((await verifyProof(proof, entry(served()), key)).size).toBe(5)
  await expect(verifyProof(proof, entry(`${served()} `), key)).rejects.toMatchObject({ code: 'log.unlogged' })
})

test('an index names its log in the file that it pins, and no part of the wallet list does', () => {
  sign()
  expect(served()).not.toContain('portico-log')
  const { file } = JSON.parse(served().split('\n')[1] ?? '').later
  const { log } = JSON.parse(readFileSync(join(dist, 'host', file), 'utf8'))
  expect(log).toEqual({ origin: 'localhost/portico-log', key: logKeyText(readSigner(DEVELOPMENT)) })
  expect(readIndex(indexIn(dist))).not.toHaveProperty('log')
})

describe('at another origin than this machine', () => {
  const signElsewhere = () => writeReleaseIndex({ dist, deployment: { audience: [ELSEWHERE] } })
  const key = generateKey('wallet.example/log')

  beforeEach(() => {
    write('keys.json', JSON.stringify(generateKeys('own')))
    write('log-key.txt', key)
    write('development.txt', DEVELOPMENT)
    process.env.PORTICO_RELEASE_KEYS = join(dist, 'keys.json')
  })

  test('there is no log without a key, and the index does not change', () => {
    signElsewhere()
    expect(filesOfIndex(indexIn(dist)).filter((path) => /log|proof/.test(path.slice(dist.length)))).toEqual([])
    const { file } = JSON.parse(served().split('\n')[1] ?? '').later
    expect(readFileSync(join(dist, 'host', file), 'utf8')).not.toContain('"log"')
  })

  test('the log is signed by the key that is named', async () => {
    process.env.PORTICO_LOG_KEY = join(dist, 'log-key.txt')
    signElsewhere()
    expect(await entries(logKeyText(readSigner(key)))).toHaveLength(4)
  })

  test('the development key signs no log, and nothing is signed then', () => {
    process.env.PORTICO_LOG_KEY = join(dist, 'development.txt')
    expect(signElsewhere).toThrow('The development log key cannot sign a log for https://wallet.example')
    expect(filesOfIndex(indexIn(dist))).toEqual([])
  })
})

test('the log outlives the next build, like the decisions of the index', () => {
  sign()
  const kept = filesOfIndex(indexIn(dist)).map((path) => path.slice(dist.length))
  for (const file of ['/host/log/checkpoint', '/host/log/tile/0/000.p/4', '/host/log/tile/entries/000.p/4'])
    expect(kept).toContain(file)
  expect(kept).toContain('/host/release-index.proof')
})

test('nothing is signed on top of a log that was damaged', () => {
  sign()
  const before = served()
  write('host/log/tile/0/000.p/4', 'x'.repeat(128))
  expect(sign).toThrow('The tiles of the log do not belong to its checkpoint.')
  expect(served()).toBe(before)
})
