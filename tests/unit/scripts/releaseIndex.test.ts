import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { SWAP_CHAIN_IDS } from '@portico/contracts'
import { SignedSite } from '@portico/contracts/services/laterReleases'
import { ReleaseIndex } from '@portico/contracts/services/releaseIndex'
import { SwapRouters } from '@portico/contracts/services/swapRouters'
import { parse } from 'valibot'
import {
  allowDevelopers,
  changeIndex,
  dropMissing,
  promote,
  publish,
  refuseChange,
  remoteOf,
  restoreShell,
  rollBack,
  withdrawShell,
} from '../../../scripts/build/changeIndex.mjs'
import { readDeployment } from '../../../scripts/build/deployment.mjs'
import { findIndexFile } from '../../../scripts/build/indexFile.mjs'
import { indexIn, readIndex, writeReleaseIndex } from '../../../scripts/build/releaseIndex.mjs'
import { LOCAL_SWAP_ROUTERS, SWAP_ROUTERS } from '../../../scripts/build/swapRouters.mjs'
import { EVM_CAIP_IDS, SOLANA_CAIP_ID } from '../../../scripts/local.mjs'
import { serveFiles } from '../../../scripts/serve.mjs'

const LOCAL = 'http://localhost'

let dist: string

/** A made-up build of one version. */
function build(id: string, version: string, contract = '^2.0.0', views: object = {}) {
  const folder = join(dist, 'remotes', id, version)
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'static.json'), JSON.stringify({ id, version, contract }))
  writeFileSync(join(folder, 'half.json'), JSON.stringify({ messages: {}, views, slots: {} }))
}

function buildShell(version: string) {
  const folder = join(dist, 'host/shell', version)
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'shell.js'), version)
}

const remove = (path: string) => rmSync(join(dist, path), { recursive: true })
const sign = () => writeReleaseIndex({ dist })
const change = (how: Parameters<typeof changeIndex>[1]) => changeIndex(indexIn(dist), how)
const receive = (index: ReleaseIndex) => remoteOf(index, 'receive')
const withdrawn = (index: ReleaseIndex) => index.shells.filter(({ revoked }) => revoked).map(({ version }) => version)

beforeEach(() => {
  dist = mkdtempSync(join(tmpdir(), 'portico-index-'))
  buildShell('0.9.0')
  buildShell('0.10.0')
  build('receive', '1.0.0')
  build('receive', '1.1.0')
  build('swaps', '2.0.0')
})
afterEach(() => rmSync(dist, { recursive: true }))

describe('the index of a folder', () => {
  test('lists the swap routers of every network in the specification, and those of local networks on request', () => {
    expect(parse(SwapRouters, sign().swapRouters)).toEqual(SWAP_ROUTERS)
    const networksOf = (routers: SwapRouters) => routers.flatMap(({ networks }) => networks).sort()
    const solana = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'
    expect(networksOf(SWAP_ROUTERS)).toEqual([...SWAP_CHAIN_IDS.map((id) => `eip155:${id}`), solana].sort())
    const local = writeReleaseIndex({ dist, swapRouters: LOCAL_SWAP_ROUTERS }).swapRouters
    expect(networksOf(parse(SwapRouters, local))).toEqual(expect.arrayContaining([...EVM_CAIP_IDS, SOLANA_CAIP_ID]))
    // A later publication keeps the routers.
    expect(change((index) => publish(index, 'receive', '1.0.0', dist)).swapRouters).toEqual(local)
  })

  test('without a previous index has the newest version first', () => {
    const index = sign()
    const { swapRouters, ...rest } = index
    expect(parse(ReleaseIndex, rest)).toEqual(rest)
    expect(swapRouters).toBeDefined()
    expect(index.shells.map(({ version }) => version)).toEqual(['0.10.0', '0.9.0'])
    expect(receive(index).channels).toEqual({ stable: ['1.1.0', '1.0.0'] })
    expect(remoteOf(index, 'swaps').channels).toEqual({ stable: ['2.0.0'] })
    expect(readIndex(indexIn(dist))).toEqual(index)
  })

  test('starts over on request, with a higher serial', () => {
    sign()
    const { serial } = change((index) => rollBack(receive(index), 'stable'))
    const index = writeReleaseIndex({ dist, previous: null })
    expect(receive(index).channels).toEqual({ stable: ['1.1.0', '1.0.0'] })
    expect(index.serial).toBeGreaterThan(serial)
  })

  test('with a previous index keeps its decisions, and raises the serial', () => {
    sign()
    const decided = change((index) => {
      rollBack(receive(index), 'stable')
      promote(receive(index), '1.1.0', 'next')
      withdrawShell(index, '0.9.0')
    })
    const { serial, issuedAt, notAfter, ...rest } = sign()
    expect(rest).toEqual({
      format: 1,
      audience: [LOCAL],
      shells: decided.shells,
      remotes: decided.remotes,
      swapRouters: SWAP_ROUTERS,
    })
    expect(serial).toBeGreaterThan(decided.serial)
  })

  test('keeps the decisions of another index', () => {
    sign()
    const previous = change((index) => rollBack(receive(index), 'stable'))
    const { channels } = receive(writeReleaseIndex({ dist, to: join(dist, 'mine.txt'), previous }))
    expect(channels).toEqual({ stable: ['1.0.0'] })
  })

  test('puts a new version first, and changes no other remote', () => {
    sign()
    change((index) => {
      rollBack(receive(index), 'stable')
      promote(receive(index), '1.1.0', 'next')
    })
    build('swaps', '2.1.0')
    build('send', '1.0.0')
    const index = sign()
    expect(remoteOf(index, 'swaps').channels).toEqual({ stable: ['2.1.0', '2.0.0'] })
    expect(remoteOf(index, 'send').channels).toEqual({ stable: ['1.0.0'] })
    expect(receive(index).channels).toEqual({ stable: ['1.0.0'], next: ['1.1.0'] })
  })

  test.each<[string, () => ReleaseIndex]>([
    ['built again', sign],
    [
      'signed again',
      () =>
        change((index) => {
          expect(dropMissing(index, dist)).toEqual(['shell 0.9.0', 'receive 1.1.0', 'swaps 2.0.0'])
        }),
    ],
  ])('forgets a version whose folder has gone when it is %s', (_, again) => {
    sign()
    change((index) => promote(receive(index), '1.1.0', 'next'))
    for (const path of ['remotes/receive/1.1.0', 'remotes/swaps', 'host/shell/0.9.0']) remove(path)
    const index = again()
    expect(Object.keys(receive(index).versions)).toEqual(['1.0.0'])
    expect(receive(index).channels).toEqual({ stable: ['1.0.0'], next: [] })
    expect(Object.keys(index.remotes.swaps?.versions ?? {})).toEqual([])
    expect(index.shells.map(({ version }) => version)).toEqual(['0.10.0'])
  })
})

describe("developers' remotes", () => {
  test.each<[string, () => ReleaseIndex]>([
    ['built again', sign],
    ['signed again', () => change((index) => void dropMissing(index, dist))],
  ])('stay forbidden when the index is %s, until they are allowed', (_, again) => {
    expect(sign()).not.toHaveProperty('developerOverride')
    change((index) => allowDevelopers(index, false))
    expect(parse(ReleaseIndex, again()).developerOverride).toBe(false)
    change((index) => allowDevelopers(index, true))
    expect(again()).not.toHaveProperty('developerOverride')
  })
})

describe('a withdrawn shell', () => {
  test.each<[string, () => ReleaseIndex]>([
    ['built again', sign],
    ['signed again', () => change((index) => void dropMissing(index, dist))],
  ])('stays withdrawn when its folder has gone and the index is %s', (_, again) => {
    sign()
    change((index) => withdrawShell(index, '0.9.0'))
    remove('host/shell/0.9.0')
    expect(withdrawn(again())).toEqual(['0.9.0'])
  })

  test('can be unknown to the index, and is marked in a readable copy', () => {
    sign()
    const index = change((changed) => withdrawShell(changed, '0.1.0'))
    expect(withdrawn(parse(ReleaseIndex, index))).toEqual(['0.1.0'])
    const restored = change((changed) => restoreShell(changed, '0.1.0'))
    expect(restored.shells.map(({ version }) => version)).toEqual(['0.10.0', '0.9.0'])
  })

  test('can be restored without changing the others', () => {
    const before = sign()
    change((index) => {
      withdrawShell(index, '0.9.0')
      withdrawShell(index, '0.1.0')
    })
    expect(withdrawn(change((index) => restoreShell(index, '0.9.0')))).toEqual(['0.1.0'])
    expect(change((index) => restoreShell(index, '0.1.0')).shells).toEqual(before.shells)
  })

  test.each<[string, (index: ReleaseIndex) => void, string]>([
    [
      'withdraw an invalid version',
      (index) => withdrawShell(index, 'latest'),
      '"latest" is no version: it must be like',
    ],
    ['restore a shell that is not withdrawn', (index) => restoreShell(index, '0.9.0'), 'No shell 0.9.0 is withdrawn.'],
  ])('an operator cannot %s', (_, how, sentence) => {
    sign()
    expect(() => change(how)).toThrow(sentence)
  })
})

describe('the origins where an index is valid', () => {
  const origins = { code: ['https://cdn.example'], secureSite: ['https://secure.localhost'] }
  const deployment = { audience: [LOCAL, 'http://127.0.0.1:1'], origins, connect: ['https://api.example'] }
  const pages = (hash: string) => {
    mkdirSync(join(dist, 'secure-site'), { recursive: true })
    writeFileSync(join(dist, 'secure-site/manifest.json'), JSON.stringify({ sdk: { integrity: hash } }))
  }
  const [one, two, three] = ['A', 'B', 'C'].map((letter) => `sha384-${letter.repeat(64)}`) as [string, string, string]

  test('stay when the index is signed again, except for those that are newly named', () => {
    writeReleaseIndex({ dist, deployment })
    const again = change(() => {})
    expect([again.audience, again.origins]).toEqual([deployment.audience, origins])
    const moved = changeIndex(indexIn(dist), () => {}, { audience: ['http://localhost:1'] })
    expect([moved.audience, moved.origins]).toEqual([['http://localhost:1'], origins])
    expect(moved.secureSite).toEqual(again.secureSite)
  })

  test("include this build's pages and the previous build's pages, until the older ones are dropped", () => {
    pages(one)
    expect(writeReleaseIndex({ dist, deployment }).secureSite).toEqual({
      pages: { '/sdk': [one] },
      connect: deployment.connect,
    })
    pages(two)
    writeReleaseIndex({ dist, deployment })
    pages(three)
    const index = writeReleaseIndex({ dist, deployment })
    expect(index.secureSite?.pages).toEqual({ '/sdk': [three, two] })
    expect(parse(SignedSite, index.secureSite)).toEqual(index.secureSite)
    expect(dropMissing(index, dist)).toEqual(['an older page /sdk of the secure site'])
    expect(index.secureSite?.pages).toEqual({ '/sdk': [three] })
  })

  test.each<[string, Record<string, string>, string]>([
    ['a path', { PORTICO_ORIGIN: 'https://wallet.example/x' }, 'PORTICO_ORIGIN must be origins'],
    ['an invalid origin', { PORTICO_ORIGIN: 'wallet.example' }, '"wallet.example" is none'],
    ['services without a host', { PORTICO_API_ORIGIN: 'https://api.example' }, 'PORTICO_ORIGIN is needed'],
    [
      'a secure site without services',
      { PORTICO_ORIGIN: LOCAL, PORTICO_SECURE_ORIGIN: 'https://secure.example' },
      'are needed together',
    ],
  ])('are refused when the environment names %s', (_, env, sentence) => {
    expect(() => readDeployment(env)).toThrow(sentence)
  })

  test('are read from the environment, hosts separated by commas', () => {
    expect(readDeployment({})).toBeUndefined()
    const env = {
      PORTICO_ORIGIN: 'https://a.example, https://b.example',
      PORTICO_API_ORIGIN: 'https://api.example',
      PORTICO_SECURE_ORIGIN: 'https://secure.example',
      PORTICO_WALLET_ORIGINS: 'https://api.example,https://auth.example',
    }
    expect(readDeployment(env)).toEqual({
      audience: ['https://a.example', 'https://b.example'],
      origins: { api: ['https://api.example'], secureSite: ['https://secure.example'] },
      connect: ['https://api.example', 'https://auth.example'],
    })
  })
})

describe('publishing', () => {
  test('adds a version beside the others, first in stable', () => {
    const remoteUrl = (id: string, version: string) => `https://${id}.example/${version}/`
    expect(() => writeReleaseIndex({ dist, remoteUrl })).toThrow('is on an origin that the index does not name')
    const code = ['https://receive.example', 'https://swaps.example']
    writeReleaseIndex({ dist, remoteUrl, deployment: { audience: [LOCAL], origins: { code } } })
    const before = change((index) => rollBack(receive(index), 'stable'))
    build('receive', '1.2.0')
    build('receive', '1.3.0')
    const index = change((changed) => publish(changed, 'receive', '1.2.0', dist))
    expect(receive(index).channels).toEqual({ stable: ['1.2.0', '1.0.0'] })
    expect(receive(index).versions['1.2.0']?.url).toBe('https://receive.example/1.2.0/')
    expect(Object.keys(receive(index).versions)).toEqual(['1.0.0', '1.1.0', '1.2.0'])
    expect(index.remotes.swaps).toEqual(before.remotes.swaps)
  })

  test('refuses to change a version that is live', () => {
    const index = sign()
    const { integrity = '' } = receive(index).versions['1.0.0'] ?? {}
    const refuse = (id: string, version: string, built: string) => () => refuseChange(index, id, version, built)
    expect(refuse('receive', '1.0.0', integrity)).not.toThrow()
    expect(refuse('receive', '1.2.0', 'other')).not.toThrow()
    expect(refuse('send', '1.0.0', 'other')).not.toThrow()
    expect(refuse('receive', '1.0.0', 'other')).toThrow(
      'receive 1.0.0 is live with other files, and a version never changes: give it a new version.',
    )
  })
})

describe('the index that a command changes', () => {
  const { PORTICO_RELEASE_INDEX, PORT_OFFSET } = process.env
  let root: string
  let built: string
  let stack: string
  let server: Awaited<ReturnType<typeof serveFiles>>

  beforeEach(async () => {
    process.env.PORT_OFFSET = '700'
    delete process.env.PORTICO_RELEASE_INDEX
    root = mkdtempSync(join(tmpdir(), 'portico-commands-'))
    built = indexIn(join(root, 'dist'))
    stack = join(root, '.portico/index-700/release-index.txt')
    for (const folder of ['dist/host', '.portico/index-700', 'served'])
      mkdirSync(join(root, folder), { recursive: true })
    for (const file of [built, stack]) writeFileSync(file, file)
    server = await serveFiles({ root: join(root, 'served'), port: 0, overlay: dirname(stack) })
  })
  afterEach(async () => {
    await server.close()
    rmSync(root, { recursive: true })
    Object.assign(process.env, { PORTICO_RELEASE_INDEX, PORT_OFFSET })
    if (PORTICO_RELEASE_INDEX === undefined) delete process.env.PORTICO_RELEASE_INDEX
    if (PORT_OFFSET === undefined) delete process.env.PORT_OFFSET
  })

  test("is the local stack's index while the stack runs", async () => {
    expect(await findIndexFile(root, LOCAL, server.url)).toBe(stack)
  })

  test('is never the local index when it is signed for another origin', async () => {
    expect(await findIndexFile(root, 'https://wallet.example', server.url)).toBe(built)
  })

  test("is the build's index when a stopped stack left its file behind, or another stack answers at its address", async () => {
    writeFileSync(join(root, 'served/release-index.txt'), 'of another check-out')
    const other = await serveFiles({ root: join(root, 'served'), port: 0 })
    expect(await findIndexFile(root, LOCAL, other.url)).toBe(built)
    await other.close()
    expect(await findIndexFile(root, LOCAL, other.url)).toBe(built)
  })

  test('is the index named in the command', async () => {
    process.env.PORTICO_RELEASE_INDEX = join(root, 'mine.txt')
    await expect(findIndexFile(root, LOCAL, server.url)).rejects.toThrow('There is no release index at')
    writeFileSync(process.env.PORTICO_RELEASE_INDEX, '')
    expect(await findIndexFile(root, LOCAL, server.url)).toBe(process.env.PORTICO_RELEASE_INDEX)
  })
})

test('two remotes cannot have a view of the same name, because one could take the place of the other', () => {
  sign()
  build('games', '1.0.0', '^2.0.0', { WalletReceive: { title: 'games.title' } })
  build('receive', '1.2.0', '^2.0.0', { WalletReceive: { title: 'receive.title' } })
  change((index) => publish(index, 'receive', '1.2.0', dist))
  const before = readIndex(indexIn(dist))
  expect(() => change((index) => publish(index, 'games', '1.0.0', dist))).toThrow(
    'games has a view "WalletReceive", but so has receive: give it another name.',
  )
  expect(readIndex(indexIn(dist))).toEqual(before)
})
