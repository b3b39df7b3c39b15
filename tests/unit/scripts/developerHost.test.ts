import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DEVELOPER_PARAMETER } from '@portico/contracts/developerParameter'
import { BUILDS_FILE, STATEMENT_FILE } from '@portico/contracts/services/developerOverride'
import { parseLink } from '../../../host/src/releases/developer/readRequest.ts'
import { readStatement } from '../../../host/src/releases/developer/readStatement.ts'
import { readHostOptions } from '../../../scripts/developAgainstHost.mjs'
import * as host from '../../../scripts/developerHost.mjs'

const PAGE = 'https://site.example/shop'
const INTEGRITY = `sha384-${'A'.repeat(64)}`
const half = { messages: {}, views: {}, slots: {} }
const build = (version: string, url = `${version}/`) => ({
  version,
  release: { url, integrity: INTEGRITY, contract: '^2.0.0', static: half },
})

const undo: (() => unknown)[] = []
afterEach(async () => {
  for (const end of undo.splice(0).reverse()) await end()
})

async function serving() {
  const folder = mkdtempSync(join(tmpdir(), 'portico-developer-'))
  undo.push(() => rmSync(folder, { recursive: true }))
  const developer = await host.serveDeveloper({ id: 'safety', folder, page: PAGE, port: 0 })
  undo.push(developer.close)
  return {
    folder,
    developer,
    asked: () => parseLink(decodeURIComponent(new URL(developer.link()).hash.split('=')[1] ?? '')),
  }
}

/** Asks with a header that `fetch` does not let anyone set. */
const statusFor = (url: string, hostHeader: string) =>
  new Promise((done, fail) => {
    request(url, { headers: { host: hostHeader } }, ({ statusCode }) => done(statusCode))
      .once('error', fail)
      .end()
  })

test('command and window use the same names', () => {
  expect([host.PARAMETER, host.STATEMENT_FILE, host.BUILDS_FILE]).toEqual([
    DEVELOPER_PARAMETER,
    STATEMENT_FILE,
    BUILDS_FILE,
  ])
})

test('the window reads what the command says about its newest build', async () => {
  const { developer, asked } = await serving()
  expect(developer.link).toThrow('no build')
  for (const version of ['0.1.1', '0.1.2']) {
    await developer.announce(build(version))
    expect(developer.link()).toMatch(/^https:\/\/site\.example\/shop#portico-dev=safety,http:\/\/localhost:\d+,sha384-/)
    const { release, ...statement } = await readStatement(asked())
    expect([statement.version, release.url]).toEqual([version, `${developer.origin}/${version}/`])
  }
})

test('what another run of the command says is refused, as is another remote, a changed text and files elsewhere', async () => {
  const { developer, asked } = await serving()
  const other = await serving()
  await developer.announce(build('0.1.1'))
  await other.developer.announce(build('0.1.1'))
  const refused = (request: ReturnType<typeof asked>) =>
    expect(readStatement(request)).rejects.toMatchObject({ code: 'override.changed' })

  await refused({ ...asked(), origin: other.developer.origin })
  await refused({ ...asked(), key: other.asked().key })
  await refused({ ...asked(), key: `B${'A'.repeat(86)}` })
  await refused({ ...asked(), id: 'other' })
  for (const url of [
    'https://evil.example/',
    '//evil.example/',
    `http://localhost:1/`,
    '0.1.1',
    'data:text/javascript,1/',
  ]) {
    await developer.announce(build('0.1.1', url))
    await refused(asked())
  }
  const text = await (await fetch(`${developer.origin}/${STATEMENT_FILE}`)).text()
  const changing = createServer((_, response) => response.end(text.replace('0.1.1', '0.1.9'))).listen(0, '127.0.0.1')
  undo.push(() => changing.close())
  await new Promise((done) => changing.once('listening', done))
  await refused({ ...asked(), origin: `http://localhost:${(changing.address() as { port: number }).port}` })
  await developer.close()
  await expect(readStatement(asked())).rejects.toMatchObject({ code: 'override.unreachable' })
  undo.splice(1, 1)
})

test('only the page that it was started for may read the builds, and only under the name of this computer', async () => {
  const { folder, developer } = await serving()
  mkdirSync(join(folder, '0.1.1'))
  writeFileSync(join(folder, '0.1.1/remoteEntry.js'), 'code')
  const url = `${developer.origin}/0.1.1/remoteEntry.js`
  const { headers } = await fetch(url)
  expect(headers.get('access-control-allow-origin')).toBe('https://site.example')
  expect(headers.get('content-type')).toMatch(/^text\/javascript/)
  const asked = await fetch(url, { method: 'OPTIONS' })
  expect([asked.status, asked.headers.get('access-control-allow-private-network')]).toEqual([204, 'true'])
  expect((await fetch(url, { method: 'POST' })).status).toBe(405)
  expect(await statusFor(url, 'evil.example')).toBe(403)
  expect((await fetch(`${developer.origin}/..%2f..%2fetc/passwd`)).status).toBe(404)
})

test('an open page hears of each build', async () => {
  const { developer } = await serving()
  const response = await fetch(`${developer.origin}/${BUILDS_FILE}`)
  const reader = (response.body as ReadableStream<Uint8Array>).getReader()
  await developer.announce(build('0.1.7'))
  expect(new TextDecoder().decode((await reader.read()).value)).toBe('data: 0.1.7\n\n')
  await reader.cancel()
})

/** A host that publishes these files. */
async function hosting(files: Readonly<Record<string, string>>): Promise<string> {
  const server = createServer((asked, response) => {
    const text = files[asked.url ?? '']
    response.writeHead(text === undefined ? 404 : 200).end(text)
  }).listen(0, '127.0.0.1')
  undo.push(() => server.close())
  await new Promise((done) => server.once('listening', done))
  return `http://localhost:${(server.address() as { port: number }).port}`
}
const shell = (version: string, more = {}) => ({ version, url: `shell/${version}/shell.js`, ...more })
const index = (shells: readonly object[], more = {}) => `signature\n${JSON.stringify({ shells, ...more })}`

test('a host says which contract its newest shell in use offers', async () => {
  const shells = [shell('0.9.0'), shell('0.11.0', { revoked: true }), shell('0.10.0')]
  const manifest = { '/shell/0.10.0/manifest.json': JSON.stringify({ contract: '2.1.0', files: [] }) }
  expect(await host.contractOf(await hosting({ '/release-index.txt': index(shells), ...manifest }))).toEqual({
    shell: '0.10.0',
    contract: '2.1.0',
    isOverridable: true,
  })
  const forbidding = { '/release-index.txt': index(shells, { developerOverride: false }), ...manifest }
  expect(await host.contractOf(await hosting(forbidding))).toMatchObject({ isOverridable: false })
})

test.each([
  ['no index', {}, /release-index\.txt answered 404/],
  ['a page in its place', { '/release-index.txt': '<html>' }, /is not a host/],
  ['no shell', { '/release-index.txt': index([]) }, /offers no shell/],
  [
    'an older release',
    { '/release-index.txt': index([shell('0.1.0')]), '/shell/0.1.0/manifest.json': '{"files":[]}' },
    /it is too old/,
  ],
])('with %s, the command says so', async (_, files, sentence) => {
  await expect(host.contractOf(await hosting(files))).rejects.toThrow(sentence)
})

test('wrong options are named', () => {
  expect(readHostOptions(['safety'])).toBeUndefined()
  expect(readHostOptions(['safety', '--host', 'https://wallet.example', '--port', '4000'])).toEqual({
    id: 'safety',
    host: 'https://wallet.example',
    page: 'https://wallet.example',
    port: 4000,
  })
  expect(() => readHostOptions(['safety', '--host', 'wallet.example'])).toThrow('--host must be a URL')
  expect(() => readHostOptions(['safety', '--host', 'https://a.example', '--page', 'x'])).toThrow(
    '--page must be a URL',
  )
  expect(() => readHostOptions(['safety', '--host', 'https://a.example', '--port', '80'])).toThrow('--port must be')
  expect(() => readHostOptions(['safety', '--page', 'https://a.example'])).toThrow('need --host')
})
