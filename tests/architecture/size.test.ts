import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { ProjectConfig } from '@portico/contracts/services/projectConfig'
import { WalletList } from '@portico/contracts/services/wallets'
import { brotliSize } from '@portico/remote/sizes'
import { parse } from 'valibot'
import { isBroken, LIMITS, measure, table } from '../../scripts/size.mjs'
import { ROOT } from './files.ts'

/** Bytes that cannot be compressed, the same in every run. */
function noise(length: number): Buffer {
  const blocks = Array.from({ length: Math.ceil(length / 64) }, (_, i) =>
    createHash('sha512').update(String(i)).digest(),
  )
  return Buffer.concat(blocks).subarray(0, length)
}

/** A file with a compressed size of exactly `bytes`. */
function weighing(bytes: number): Buffer {
  const overhead = brotliSize(noise(bytes)) - bytes
  const candidates = [-2, -1, 0, 1, 2].map((off) => noise(bytes - overhead + off))
  const found = candidates.find((content) => brotliSize(content) === bytes)
  if (!found) throw new Error(`no file weighs ${bytes} bytes`)
  return found
}

/** A tenth of the real limits: compression takes most of the time of these tests. */
const limits = Object.fromEntries(Object.entries(LIMITS).map(([name, limit]) => [name, limit / 10])) as typeof LIMITS

const shellFiles = [
  { file: 'shell.js', role: 'shell' },
  { file: 'start.1234.js', role: 'start' },
  { file: 'features.js', role: 'features' },
  { file: 'evm.js', role: 'chain:eip155' },
  { file: 'login.js', role: 'chunk:connect-login' },
  { file: 'de.json', role: 'messages:de' },
  { file: 'ar.json', role: 'messages:ar' },
]

const remoteFiles = (id: string) => ({
  id,
  entry: { file: 'remoteEntry.js' },
  expose: [{ file: 'expose.js' }],
  views: { Swap: [{ file: 'view.js' }, { file: 'chain-viem.js' }], SwapPreview: [{ file: 'view.js' }] },
  messages: { de: { file: 'de.json' } },
})

/** The remotes of this test that draw something in the wallet list. */
const LOGIN = ['email', 'socials']

const remote = (id: string): Record<string, Buffer | string> => ({
  [`dist/remotes/${id}/1.0.0/static.json`]: JSON.stringify(remoteFiles(id)),
  [`dist/remotes/${id}/1.0.0/half.json`]: JSON.stringify({ slots: LOGIN.includes(id) ? { 'connect.email': [] } : {} }),
  [`dist/remotes/${id}/1.0.0/remoteEntry.js`]: weighing(300),
  [`dist/remotes/${id}/1.0.0/expose.js`]: weighing(300),
  [`dist/remotes/${id}/1.0.0/view.js`]: weighing(1_500),
  [`dist/remotes/${id}/1.0.0/chain-viem.js`]: weighing(4_000),
  [`dist/remotes/${id}/1.0.0/de.json`]: weighing(50),
})

/** A build that uses every budget to the last byte. */
const product: Readonly<Record<string, Buffer | string>> = {
  'dist/host/portico.js': weighing(320),
  'dist/host/portico.mjs': weighing(320),
  'dist/host/elements.mjs': weighing(300),
  'dist/host/siwx.mjs': weighing(600),
  'dist/host/siwx-hosted.mjs': weighing(600),
  'dist/host/release-index.txt': weighing(300),
  'dist/host/shell/0.9.0/manifest.json': JSON.stringify({ files: [] }),
  'dist/host/shell/0.10.0/manifest.json': JSON.stringify({ files: shellFiles }),
  'dist/host/shell/0.10.0/shell.js': weighing(10_400),
  'dist/host/shell/0.10.0/start.1234.js': weighing(100),
  'dist/host/shell/0.10.0/features.js': weighing(3_000),
  'dist/host/shell/0.10.0/evm.js': weighing(1_500),
  'dist/host/shell/0.10.0/login.js': weighing(300),
  'dist/host/shell/0.10.0/de.json': weighing(300),
  'dist/host/shell/0.10.0/ar.json': weighing(400),
  'answers/config.json': weighing(100),
  'answers/wallets.json': weighing(200),
  ...remote('swaps'),
}

const folder = mkdtempSync(join(tmpdir(), 'portico-size-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** Measures a made-up build; the two contract entries use their whole budget. */
function measureBuild(
  files: Readonly<Record<string, Buffer | string>>,
  contracts = limits.contracts,
  kit = limits.kit,
) {
  const root = mkdtempSync(join(folder, 'build-'))
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), content)
  }
  const bundle = async (specifier: string) => weighing(specifier.endsWith('/ui') ? kit : contracts)
  return measure({ dist: join(root, 'dist'), answers: join(root, 'answers'), bundle }, limits)
}

const brokenIn = async (...build: Parameters<typeof measureBuild>) =>
  (await measureBuild(...build)).filter(isBroken).map(({ what }) => what)

const without = (path: string) => Object.fromEntries(Object.entries(product).filter(([file]) => file !== path))

test('the budgets equal those of the design', () => {
  expect(LIMITS).toEqual({
    loader: 3_200,
    elements: 3_000,
    signIn: 6_000,
    pressToList: 115_000,
    pressToListWithLogin: 120_000,
    remoteEntry: 3_000,
    viewChunk: 15_000,
    chainUntilAccount: 15_000,
    chainFamily: 15_000,
    psbt: 4_000,
    contracts: 4_000,
    kit: 12_000,
  })
})

test('a build that uses every budget to the last byte keeps them all', async () => {
  const rows = await measureBuild(product)
  expect(rows.filter(isBroken)).toEqual([])
  expect(rows.find(({ what }) => what === 'press to painted list')).toEqual({
    what: 'press to painted list',
    bytes: 11_500,
    limit: 11_500,
  })
  expect(table(rows).some((line) => line.startsWith('✗'))).toBe(false)
})

test.each([
  ['the loader for a script tag', 'dist/host/portico.js', 321, 'loader, script tag'],
  ['the loader as a module', 'dist/host/portico.mjs', 321, 'loader, module'],
  ['the custom elements', 'dist/host/elements.mjs', 301, 'custom elements'],
  ['signing in', 'dist/host/siwx.mjs', 601, 'signing in (siwx.mjs)'],
  ['signing in at a service', 'dist/host/siwx-hosted.mjs', 601, 'signing in (siwx-hosted.mjs)'],
  ['the shell', 'dist/host/shell/0.10.0/shell.js', 10_401, 'press to painted list'],
  ['the code that chooses the shell', 'dist/host/shell/0.10.0/start.1234.js', 101, 'press to painted list'],
  ['the release index', 'dist/host/release-index.txt', 301, 'press to painted list'],
  ['the biggest language', 'dist/host/shell/0.10.0/ar.json', 401, 'press to painted list'],
  ['the list of wallets', 'answers/wallets.json', 201, 'press to painted list'],
  ['the project configuration', 'answers/config.json', 101, 'press to painted list'],
  ['the code of the EVM family', 'dist/host/shell/0.10.0/evm.js', 1_501, 'chain code until an EVM account shows'],
  ["a remote's entry", 'dist/remotes/swaps/1.0.0/remoteEntry.js', 301, 'swaps: entry'],
  ["a view's chunk", 'dist/remotes/swaps/1.0.0/view.js', 1_501, 'swaps: Swap, SwapPreview (view.js)'],
])('one byte more in %s breaks its budget and no other', async (_, path, bytes, what) => {
  expect(await brokenIn({ ...product, [path]: weighing(bytes) })).toEqual([what])
})

test('one byte more in what host and remotes share breaks its budget and no other', async () => {
  expect(await brokenIn(product, limits.contracts + 1)).toEqual(['shared: contracts'])
  expect(await brokenIn(product, limits.contracts, limits.kit + 1)).toEqual(['shared: kit'])
})

test('a split shell is measured as a whole', async () => {
  const files = [...shellFiles, { file: 'more.js', role: 'shell' }]
  const split = (bytes: number) => ({
    ...product,
    'dist/host/shell/0.10.0/manifest.json': JSON.stringify({ files }),
    'dist/host/shell/0.10.0/shell.js': weighing(9_400),
    'dist/host/shell/0.10.0/more.js': weighing(bytes),
  })
  expect(await brokenIn(split(1_000))).toEqual([])
  expect(await brokenIn(split(1_001))).toEqual(['press to painted list'])
})

test('the features chunk, which no view waits for, is reported without a limit', async () => {
  const grown = { ...product, 'dist/host/shell/0.10.0/features.js': weighing(5_000) }
  expect(await brokenIn(grown)).toEqual([])
  expect(table(await measureBuild(grown))).toContainEqual(
    expect.stringMatching(/features, when idle after an open +5\.000 kB$/),
  )
})

test('a chain family has a budget, PSBT code a smaller one, and lazily loaded code is only reported', async () => {
  const chunk = (name: string) => ({ file: `${name}.js`, role: `chunk:${name}` })
  const withChunks = {
    ...product,
    'dist/host/shell/0.10.0/manifest.json': JSON.stringify({
      files: [...shellFiles, chunk('chain-solana'), chunk('chain-bip122-psbt'), chunk('pairing')],
    }),
    'dist/host/shell/0.10.0/chain-solana.js': weighing(16_000),
    'dist/host/shell/0.10.0/chain-bip122-psbt.js': weighing(5_000),
    'dist/host/shell/0.10.0/pairing.js': weighing(90_000),
  }
  expect(await brokenIn(withChunks)).toEqual(['shell: chain-solana', 'shell: chain-bip122-psbt'])
  expect(table(await measureBuild(withChunks))).toContainEqual(expect.stringMatching(/shell: pairing +90\.000 kB$/))
})

test('a smaller language and a chunk of chain libraries can grow without breaking a budget', async () => {
  const grown = {
    ...product,
    'dist/host/shell/0.10.0/de.json': weighing(400),
    'dist/remotes/swaps/1.0.0/chain-viem.js': weighing(6_000),
  }
  expect(await brokenIn(grown)).toEqual([])
})

test('e-mail and social login have a budget as soon as both are built', async () => {
  const rows = await measureBuild({ ...product, ...remote('email'), ...remote('socials') })
  expect(rows.find(({ what }) => what.includes('e-mail'))).toMatchObject({ bytes: 11_900, limit: 12_000 })
  const heavy = { ...remote('email'), 'dist/remotes/email/1.0.0/de.json': weighing(151) }
  expect(await brokenIn({ ...product, ...heavy, ...remote('socials') })).toEqual([
    'the same with e-mail and social login',
  ])
  expect(await brokenIn({ ...product, ...remote('email') })).toEqual([])
})

test('the size of the e-mail and social login texts in other languages is reported', async () => {
  const files = { ...product, ...remote('email'), ...remote('socials') }
  const [email = 0, socials = 0] = ['email', 'socials'].map((id) =>
    brotliSize(Buffer.from(JSON.stringify(remoteFiles(id)))),
  )
  const what = 'where the words of both stand, when idle after an open'
  expect((await measureBuild(files)).find((row) => row.what === what)).toEqual({ what, bytes: email + socials })
})

test.each([
  ['dist/host/portico.js', ['loader, script tag']],
  ['dist/host/portico.mjs', ['loader, module']],
  ['dist/host/elements.mjs', ['custom elements']],
  ['dist/host/siwx.mjs', ['signing in (siwx.mjs)']],
  ['dist/host/siwx-hosted.mjs', ['signing in (siwx-hosted.mjs)']],
  ['dist/host/release-index.txt', ['press to painted list']],
  [
    'dist/host/shell/0.10.0/manifest.json',
    ['press to painted list', 'features, when idle after an open', 'chain code until an EVM account shows'],
  ],
  ['dist/host/shell/0.10.0/features.js', ['features, when idle after an open']],
  ['dist/host/shell/0.10.0/shell.js', ['press to painted list']],
  ['dist/host/shell/0.10.0/de.json', ['press to painted list']],
  ['dist/host/shell/0.10.0/evm.js', ['chain code until an EVM account shows']],
  ['answers/config.json', ['press to painted list']],
  ['answers/wallets.json', ['press to painted list']],
  ['dist/remotes/swaps/1.0.0/static.json', ['swaps: entry']],
  ['dist/remotes/swaps/1.0.0/remoteEntry.js', ['swaps: entry']],
  ['dist/remotes/swaps/1.0.0/expose.js', ['swaps: remote.ts']],
  ['dist/remotes/swaps/1.0.0/view.js', ['swaps: Swap, SwapPreview (view.js)']],
])('a build without %s fails', async (path, broken) => {
  expect(await brokenIn(without(path))).toEqual(broken)
})

test('a shell that names no code for EVM wallets fails instead of counting as small', async () => {
  const files = shellFiles.filter(({ role }) => role === 'features')
  const manifest = { 'dist/host/shell/0.10.0/manifest.json': JSON.stringify({ files }) }
  expect(await brokenIn({ ...product, ...manifest })).toEqual([
    'press to painted list',
    'chain code until an EVM account shows',
  ])
})

test('an empty build breaks every budget', async () => {
  expect(await brokenIn({})).toEqual([
    'loader, script tag',
    'loader, module',
    'custom elements',
    'signing in (siwx.mjs)',
    'signing in (siwx-hosted.mjs)',
    'press to painted list',
    'features, when idle after an open',
    'chain code until an EVM account shows',
  ])
})

test('a shared entry that cannot be bundled breaks its budget', async () => {
  const rows = await measure({
    dist: folder,
    answers: folder,
    bundle: () => Promise.reject(new Error('Could not resolve "./Gone.tsx"')),
  })
  expect(rows.find(({ what }) => what === 'shared: kit')).toEqual({
    what: 'shared: kit',
    missing: 'Could not resolve "./Gone.tsx"',
  })
})

test("the measured answers match the services' schemas", () => {
  const read = (name: string) => JSON.parse(readFileSync(join(ROOT, 'tests/architecture/answers', name), 'utf8'))
  expect(parse(ProjectConfig, read('config.json')).features).toHaveLength(7)
  expect(parse(WalletList, read('wallets.json')).data).toHaveLength(4)
})
