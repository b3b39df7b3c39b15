import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join, relative } from 'node:path'
import { type Browser, launchBrowser } from '../../scripts/bench/browser.mjs'
import { type Deployment, type Login, startDeployment } from '../../scripts/bench/deployment.mjs'
import { bodyBytes, type FirstOpen, openFirst } from '../../scripts/bench/firstOpen.mjs'
import { ensureChromium } from '../../scripts/chromium.mjs'
import { filesOfLogin, filesUntilList, LIMITS, listsOfLogin, sizeOf } from '../../scripts/size.mjs'

/**
 * Checks in a browser the files that `npm run size` adds up. One origin serves the build, compressed, as in
 * docs/guides/self-hosting.md, with fixed responses of the services; no stack runs.
 */

jest.setTimeout(120_000)

const ROOT = join(__dirname, '../..')
const DIST = join(ROOT, 'dist')
const ANSWERS = join(ROOT, 'tests/architecture/answers')

interface Manifest {
  readonly files: readonly { readonly file: string; readonly role: string }[]
}

let folder = ''
let browser: Browser | undefined
let deployment: Deployment | undefined
const opened = new Map<Login, FirstOpen>()

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'portico-login-bytes-'))
  mkdirSync(join(folder, 'site'))
  deployment = await startDeployment({ folder: join(folder, 'site'), dist: DIST, answers: ANSWERS })
  browser = await launchBrowser((await ensureChromium()) ?? '', join(folder, 'profile'))
  for (const login of ['off', 'on'] as const) {
    opened.set(login, await openFirst(browser, deployment.page(login, deployment.heaviest), deployment.isOfLogin))
  }
})
afterAll(async () => {
  await browser?.close()
  await deployment?.close()
  rmSync(folder, { recursive: true, force: true })
})

const open = (login: Login) => opened.get(login) as FirstOpen

/** The file that was served for a request. */
function fileOf(url: string): string {
  const { pathname } = new URL(url)
  const [, login, answer] = /^\/(on|off)\/(.+)$/.exec(pathname) ?? []
  if (answer === 'appkit/v1/config') return deployment?.configs[login as Login] ?? ''
  if (answer === 'getWallets') return join(ANSWERS, 'wallets.json')
  return join(DIST, pathname.startsWith('/remotes/') ? '' : 'host', pathname)
}

/** The body that was served for a request: the release index is the build's, signed for another origin. */
const servedFile = (url: string) => (url.endsWith('/release-index.txt') ? (deployment?.indexFile ?? '') : fileOf(url))

/** The files' names. All languages share one name, and so do all configurations, because they do not matter here. */
const named = (files: readonly string[]) =>
  files
    .map((file) => (Object.values(deployment?.configs ?? {}).includes(file) ? 'config' : relative(ROOT, file)))
    .map((file) => file.replace(/messages\/[\w-]+\.json$/, 'messages/<language>.json'))
    .sort()

const asked = ({ counted }: FirstOpen) => named(counted.map(({ url }) => fileOf(url)))
const weighed = { off: () => filesUntilList({ dist: DIST, answers: ANSWERS }), on: () => filesOfLogin(DIST) }

test('without login a first open requests exactly the measured files, each once', () => {
  expect(asked(open('off'))).toEqual(named(weighed.off()))
})

test('with e-mail and social login, a first open also requests the code that draws them, their texts, and no more', () => {
  expect(asked(open('on'))).toEqual(named([...weighed.off(), ...weighed.on()]))
})

test('after the first open, e-mail and social login are drawn, and nothing of the secure site is loaded', () => {
  expect(open('off').shown).toEqual({ emailFields: 0, providers: 0, frames: 0 })
  expect(open('on').shown).toMatchObject({ emailFields: 1, frames: 0 })
  expect(open('on').shown.providers).toBeGreaterThan(0)
  expect(deployment?.askedOfSecureSite).toEqual([])
})

test('even later the page requests no wallet code, and of the two remotes it requests only the texts', () => {
  const { counted, later } = open('on')
  const files = [...counted, ...later].map(({ url }) => fileOf(url))
  const shell = files.find((file) => file.endsWith('/shell.js')) ?? ''
  const manifest: Manifest = JSON.parse(readFileSync(join(shell, '../manifest.json'), 'utf8'))
  const wallet = manifest.files.filter(({ role }) => role === 'chunk:embedded-wallet').map(({ file }) => file)
  expect(wallet).toHaveLength(1)
  expect(files.filter((file) => wallet.includes(basename(file)))).toEqual([])
  const ofLogin = named(files.filter((file) => /\/remotes\/(?:email|socials)\//.test(file)))
  const words = weighed.on().filter((file) => file.endsWith('.json'))
  expect(ofLogin).toEqual(named([...words, ...listsOfLogin(DIST)]))
})

test('in English the page requests nothing at all of the two remotes', async () => {
  const { page, isOfLogin } = deployment as Deployment
  const { counted, later, shown } = await openFirst(browser as Browser, page('on', 'en'), isOfLogin)
  expect(shown.emailFields).toBe(1)
  expect([...counted, ...later].filter(({ url }) => /\/remotes\/(?:email|socials)\//.test(url))).toEqual([])
})

test.each([
  ['without login', 'off', LIMITS.pressToList],
  ['with e-mail and social login', 'on', LIMITS.pressToListWithLogin],
] as const)('%s each file has its measured size, and all files together stay within the budget', (_, login, limit) => {
  const { counted } = open(login)
  expect(counted.length).toBeGreaterThan(0)
  expect(counted.map(({ url, bodyBytes }) => [url, bodyBytes])).toEqual(
    counted.map(({ url }) => [url, sizeOf(servedFile(url))]),
  )
  expect(bodyBytes(counted)).toBeLessThanOrEqual(limit)
})
