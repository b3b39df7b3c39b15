import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { integrityOf } from '@portico/remote/integrity'
import { createRemote } from '@portico/remote/newRemote'

/** A team outside publishes to an S3-compatible store (a real server that checks signatures) and to a folder. */

jest.setTimeout(180_000)

const ROOT = join(import.meta.dirname, '../..')
const BIN = join(ROOT, 'packages/remote/bin/porticoRemote.mjs')
const KEYS = { AWS_ACCESS_KEY_ID: 'S3RVER', AWS_SECRET_ACCESS_KEY: 'S3RVER' }
const CORS = `<CORSConfiguration><CORSRule><AllowedOrigin>*</AllowedOrigin><AllowedMethod>GET</AllowedMethod></CORSRule></CORSConfiguration>`

interface Server {
  run(): Promise<AddressInfo>
  close(): Promise<void>
}
const S3rver: new (options: object) => Server = createRequire(import.meta.url)('@20minutes/s3rver')

let folder: string
let project: string
let server: Server
let origin: string

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'portico-publish-'))
  project = join(folder, 'petNames')
  createRemote(project, 'petNames', { isOutside: true })
  mkdirSync(join(project, 'node_modules/@portico'), { recursive: true })
  for (const name of readdirSync(join(ROOT, 'node_modules')))
    if (name !== '@portico') symlinkSync(join(ROOT, 'node_modules', name), join(project, 'node_modules', name))
  symlinkSync(join(ROOT, 'shared-contracts'), join(project, 'node_modules/@portico/contracts'))
  const configureBuckets = [
    { name: 'open', configs: [CORS] },
    { name: 'closed', configs: [] },
  ]
  server = new S3rver({ port: 0, address: '127.0.0.1', silent: true, directory: join(folder, 's3'), configureBuckets })
  origin = `http://127.0.0.1:${(await server.run()).port}`
})
afterAll(async () => {
  await server.close()
  rmSync(folder, { recursive: true, force: true })
})

/** Runs the command there, beside the server in this process. */
async function publish(args: readonly string[], env: NodeJS.ProcessEnv = KEYS) {
  const child = spawn(process.execPath, [BIN, 'publish', ...args], {
    cwd: project,
    env: { ...process.env, AWS_ACCESS_KEY_ID: undefined, AWS_SECRET_ACCESS_KEY: undefined, ...env },
  })
  let text = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (part: string) => {
      text += part
    })
  }
  const [status] = await once(child, 'close')
  return { status, text }
}
const toBucket = (name: string, env?: NodeJS.ProcessEnv) =>
  publish(['--to', `${origin}/${name}`, '--url', `${origin}/${name}`], env)
const submission = () => JSON.parse(readFileSync(join(project, 'dist/petNames-0.1.0.submission.json'), 'utf8'))

function edit(file: string, from: string, to: string): void {
  const path = join(project, file)
  const text = readFileSync(path, 'utf8')
  if (!text.includes(from)) throw new Error(`${file} has no ${from}`)
  writeFileSync(path, text.replace(from, to))
}

test('wrong keys are refused by the store, and nothing is written', async () => {
  expect(await toBucket('open', { ...KEYS, AWS_SECRET_ACCESS_KEY: 'wrong' })).toMatchObject({
    status: 1,
    text: expect.stringMatching(/403 SignatureDoesNotMatch/),
  })
  expect(await toBucket('open', {})).toEqual({
    status: 1,
    text: 'AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY are needed to upload.\n',
  })
  expect((await fetch(`${origin}/open/petNames/0.1.0/static.json`)).status).toBe(404)
})

test('a version is uploaded with headers for a year of caching, and the submission pins what is served', async () => {
  expect(await toBucket('open')).toMatchObject({
    status: 0,
    text: expect.stringMatching(/^Uploaded \d+ files to http/),
  })
  const { id, version, contract, url, integrity, static: half } = submission()
  expect([id, version, contract, url]).toEqual(['petNames', '0.1.0', '^2.0.0', `${origin}/open/petNames/0.1.0/`])
  expect(half.views).toEqual({ PetNames: { title: 'petNames.title', needsAccount: true } })

  const response = await fetch(`${url}static.json`, { headers: { origin: 'https://shop.example' } })
  const content = Buffer.from(await response.arrayBuffer())
  expect(integrityOf(content)).toBe(integrity)
  const script = await fetch(`${url}${JSON.parse(content.toString()).entry.file}`)
  expect([response, script].map(({ headers }) => [headers.get('content-type'), headers.get('cache-control')])).toEqual([
    ['application/json; charset=utf-8', 'public, max-age=31536000, immutable'],
    ['text/javascript; charset=utf-8', 'public, max-age=31536000, immutable'],
  ])
  expect(response.headers.get('access-control-allow-origin')).toBe('*')
})

test('publishing again changes nothing, and other files need another version', async () => {
  expect(await toBucket('open')).toMatchObject({
    status: 0,
    text: expect.stringContaining('petNames 0.1.0 is there already, with the same files.'),
  })
  const before = submission()
  edit('src/views/PetNames.css', 'margin: 0', 'margin: 3px')
  expect(await toBucket('open')).toEqual({
    status: 1,
    text: 'petNames 0.1.0 is published with other files, and a version never changes: give it a new version.\n',
  })
  const served = await fetch(`${before.url}static.json`)
  expect(integrityOf(Buffer.from(await served.arrayBuffer()))).toBe(before.integrity)
  edit('src/views/PetNames.css', 'margin: 3px', 'margin: 0')
})

test('a store that pages cannot read from is named before the operator hears of it', async () => {
  const { status, text } = await toBucket('closed')
  expect([status, text]).toEqual([
    1,
    expect.stringContaining('allow GET from "*" in the store’s CORS rules'.replace('’', "'")),
  ])
})

test('a folder gets the same files', async () => {
  const to = join(folder, 'served')
  expect(await publish(['--to', to, '--url', 'https://cdn.example/'], {})).toMatchObject({ status: 0 })
  const [file] = [join(to, 'petNames/0.1.0/static.json')]
  expect([submission().url, submission().integrity]).toEqual([
    'https://cdn.example/petNames/0.1.0/',
    integrityOf(readFileSync(file)),
  ])
})

test('a contract that the tests have not seen, and a view that is too heavy, are refused', async () => {
  const to = ['--to', join(folder, 'refused'), '--url', 'https://cdn.example']
  edit('package.json', '"@portico/contracts": "^2.0.0"', '"@portico/contracts": "^1.0.0"')
  expect(await publish(to)).toMatchObject({
    status: 1,
    text: expect.stringMatching(/is "\^1\.0\.0", which does not include/),
  })
  edit('package.json', '"@portico/contracts": "^1.0.0"', '"@portico/contracts": "^2.0.0"')

  const noise = Array.from(crypto.getRandomValues(new Uint8Array(20_000)), (byte) => byte.toString(16)).join('')
  edit('src/views/PetNames.tsx', 'useStyles(sheet)', `useStyles(sheet); console.debug('${noise}')`)
  expect(await publish(to)).toMatchObject({ status: 1, text: expect.stringMatching(/^PetNames .* above 15\.0 kB\.$/m) })
})
