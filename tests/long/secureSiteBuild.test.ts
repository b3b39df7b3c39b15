import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliSize } from '@portico/remote/sizes'
import { createLog } from '../../services/src/log.ts'
import { createSecureSiteApp } from '../../services/src/secureSite/secureSiteApp.ts'
import { createSiteFiles, PAGES } from '../../services/src/secureSite/siteFiles.ts'
import { ROOT } from '../architecture/files.ts'

/** The build of the secure site, as its server delivers it. */

jest.setTimeout(60_000)

const SHOP = '0'.repeat(31) + 1
const BOOT_MAX_BYTES = 15_000
/** The page contains its styles, and a hash for each script that it may load; hashes do not compress. */
const PAGE_MAX_BYTES = 5_600
const settings = {
  services: 'https://api.example',
  shares: { auth: 'https://auth.example', recovery: 'https://recovery.example' },
  bundlers: {},
  isDevelopment: false,
}

const out = mkdtempSync(join(tmpdir(), 'portico-secure-site-'))
const app = createSecureSiteApp({
  settings,
  files: createSiteFiles(out),
  findOrigins: async () => ['https://shop.example'],
  log: createLog('error', () => {}),
})
interface Built {
  readonly atOnce: readonly string[]
  readonly later: readonly string[]
  readonly integrity: string
}
let manifest: Record<string, Built>

beforeAll(() => {
  execFileSync(process.execPath, [join(ROOT, 'services/secureFrame/build.mjs'), '--out', out])
  manifest = JSON.parse(readFileSync(join(out, 'manifest.json'), 'utf8'))
})
afterAll(() => rmSync(out, { recursive: true, force: true }))

const pathOf = (page: string) => (page === 'sdk' ? `/sdk?projectId=${SHOP}` : `/${page}`)
const integrityOf = (bytes: Uint8Array) => `sha384-${createHash('sha384').update(bytes).digest('base64')}`

test.each(PAGES)('everything that /%s loads exists, with the expected hash', async (page) => {
  const html = await (await app.request(pathOf(page))).text()
  const files = [...html.matchAll(/(?:src|href)="(\/assets\/[^"]+)" integrity="([^"]+)" crossorigin/g)]
  expect(files).toHaveLength(manifest[page]?.atOnce.length ?? 0)
  for (const [, url = '', integrity] of files) {
    const answer = await app.request(url)
    expect(answer.status).toBe(200)
    expect(integrityOf(new Uint8Array(await answer.arrayBuffer()))).toBe(integrity)
    expect(answer.headers.get('cache-control')).toContain('immutable')
  }
})

test.each(PAGES)('every script that /%s may ever load has its hash in the page', async (page) => {
  const html = await (await app.request(pathOf(page))).text()
  const { atOnce = [], later = [] } = manifest[page] ?? {}
  const [, map = '{"integrity":{}}'] = /<script type="importmap">(.+)<\/script>/.exec(html) ?? []
  const { integrity } = JSON.parse(map) as { integrity: Record<string, string> }
  expect(Object.keys(integrity).sort()).toEqual([...atOnce, ...later].map((file) => `/assets/${file}`).sort())
  for (const [url, hash] of Object.entries(integrity)) {
    const bytes = new Uint8Array(await (await app.request(url)).arrayBuffer())
    expect(`sha256-${createHash('sha256').update(bytes).digest('base64')}`).toBe(hash)
  }
  expect(manifest[page]?.integrity).toBe(integrityOf(Buffer.from(html)))
})

test('no file turns text into code or markup, or contacts other hosts', () => {
  const scripts = Object.values(manifest).flatMap(({ atOnce, later }) => [...atOnce, ...later])
  for (const file of new Set(scripts.filter((name) => name.endsWith('.js')))) {
    const code = readFileSync(join(out, 'assets', file), 'utf8')
    expect([
      file,
      /\.(?:inner|outer)HTML\b|insertAdjacentHTML|document\.write|\beval\(|new Function\b/.test(code),
    ]).toEqual([file, false])
  }
})

test('the frame answers the page after 15 kB, and loads the code for keys and signing afterwards', () => {
  const { atOnce = [], later = [] } = manifest.sdk ?? {}
  const bytes = atOnce.map((file) => brotliSize(readFileSync(join(out, 'assets', file))))
  expect(bytes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(BOOT_MAX_BYTES)
  expect(brotliSize(readFileSync(join(out, 'sdk.html')))).toBeLessThanOrEqual(PAGE_MAX_BYTES)
  for (const name of ['createFrame', 'createWallet', 'createRpcHandlers', 'approve']) {
    expect(later.filter((file) => file.startsWith(`${name}-`))).toHaveLength(1)
  }
})
