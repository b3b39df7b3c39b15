import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { findFreePort } from '../../services/testing/freePort.mjs'
import { newSigner } from '../../services/testing/startShares'
import { copyOf, environmentOf, type Step, stagesOf } from '../support/containerfile'

jest.setTimeout(180_000)

const ROOT = join(import.meta.dirname, '../..')
const PROJECT_ID = '00000000000000000000000000000001'

const [build = [], final = []] = stagesOf(readFileSync(join(ROOT, 'services/Containerfile'), 'utf8'))

/** A folder that serves as the root directory of both stages. */
let root: string
const inRoot = (path: string) => join(root, path)

beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'portico-image-'))
  chmodSync(root, 0o755)
})
afterAll(() => rmSync(root, { recursive: true }))

/** Processes of the current test. If a failed test left them running, they would lock the data of the next test. */
const running = new Set<ChildProcess>()
afterEach(async () => {
  for (const child of running) {
    if (child.exitCode !== null || child.signalCode !== null) continue
    child.kill('SIGKILL')
    await once(child, 'exit')
  }
  running.clear()
})

/**
 * Does the work of `npm install`: links every installed package. The packages of the workspaces are those of the copy.
 */
function linkPackages(to: string) {
  const from = join(ROOT, 'node_modules')
  mkdirSync(join(to, 'node_modules/@portico'), { recursive: true })
  for (const name of readdirSync(from)) {
    if (name !== '@portico') symlinkSync(join(from, name), join(to, 'node_modules', name))
  }
  symlinkSync(join(to, 'shared-contracts'), join(to, 'node_modules/@portico/contracts'))
  symlinkSync(join(to, 'packages/siwx'), join(to, 'node_modules/@portico/siwx'))
  // Versions that only the services use.
  const own = join(ROOT, 'services/node_modules')
  if (existsSync(own)) symlinkSync(own, join(to, 'services/node_modules'))
}

const isIgnored = (path: string) => ['node_modules', 'dist', '.cache', '.portico'].includes(basename(path))

/** Copies a source folder's contents, like `COPY`. */
function copy(from: string, sources: readonly string[], to: string) {
  for (const source of sources) {
    const path = join(from, source)
    const isFile = !readdirSync(dirname(path), { withFileTypes: true })
      .find(({ name }) => name === basename(path))
      ?.isDirectory()
    cpSync(path, isFile ? join(to, basename(path)) : to, {
      recursive: true,
      // The image must contain its sources, whatever their names.
      filter: (file) => from !== ROOT || !isIgnored(file),
    })
  }
}

/** Executes a stage. The folders that it names are created below the test's folder. */
function carryOut(steps: readonly Step[]) {
  let folder = '/'
  for (const step of steps) {
    if (step.name === 'WORKDIR') {
      folder = step.rest
      mkdirSync(inRoot(folder), { recursive: true })
    } else if (step.name === 'COPY') {
      const { from, sources, target } = copyOf(step)
      copy(from ? root : ROOT, sources, target.startsWith('/') ? inRoot(target) : join(inRoot(folder), target))
    } else if (step.name === 'RUN') {
      if (step.rest.startsWith('npm install ')) linkPackages(inRoot(folder))
      else {
        const env = { PATH: process.env.PATH, WALLET_LOGOS: 'no' }
        execFileSync('sh', ['-ec', step.rest], { cwd: inRoot(folder), env, stdio: ['ignore', 'ignore', 'inherit'] })
      }
    }
  }
}

const NOBODY = 65_534

/**
 * Root starts an unprivileged process, which cannot write to root's folders. Without root, the folder's mode prevents
 * writing.
 */
function protect(folder: string) {
  if (process.getuid?.() === 0) return { uid: NOBODY, gid: NOBODY }
  execFileSync('chmod', ['-R', 'a-w', folder])
  return {}
}

/** @param entry the program to run instead of the image's default */
function start(environment: Record<string, string>, entry?: string) {
  const folder = inRoot('/image')
  const user = protect(folder)
  const data = inRoot('/data')
  mkdirSync(data, { recursive: true })
  if (user.uid) chownSync(data, user.uid, user.uid)
  const given = JSON.parse(final.find(({ name }) => name === 'CMD')?.rest ?? '[]') as string[]
  const [command = '', ...args] = entry ? ['node', entry] : given
  const env = {
    ...environmentOf(final),
    ...environment,
    DATA_DIR: data,
    WALLET_LOGO_DIR: join(folder, 'logos'),
    SHARE_DATA_DIR: join(data, entry ?? ''),
    SECURE_SITE_DIR: join(folder, 'secure-site'),
    // There is no folder for temporary files, because only the data folder is writable.
    TMPDIR: '/nowhere',
  }
  const child = spawn(command === 'node' ? process.execPath : command, args, { cwd: folder, env, ...user })
  running.add(child)
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
  }
  return { child, env, output: () => output, exited: once(child, 'exit').then(([code]: (number | null)[]) => code) }
}

/** Runs the container file's health check until it succeeds or the process has ended. */
async function untilHealthy({ child, env }: ReturnType<typeof start>) {
  const check = final.find(({ name }) => name === 'HEALTHCHECK')?.rest ?? ''
  const [, ...probe] = JSON.parse(check.slice(check.indexOf('['))) as string[]
  const isHealthy = async () => {
    const [code] = (await once(spawn(process.execPath, probe, { env, stdio: 'ignore' }), 'exit')) as [number]
    return code === 0
  }
  let isUp = false
  while (child.exitCode === null && !isUp) isUp = await isHealthy()
}

test('the image runs as an unprivileged user, writes to its data folder only, and stops when asked', async () => {
  carryOut(build)
  // The second stage's `/portico` is next to the first stage's here.
  carryOut(
    final.map((step) =>
      step.name === 'COPY' || step.name === 'WORKDIR'
        ? { ...step, rest: step.rest.replace(/(^|\s)\/portico$/, '$1/image') }
        : step,
    ),
  )
  expect(readdirSync(inRoot('/image')).sort()).toEqual([
    'logos',
    'main.mjs',
    'node_modules',
    'secure-site',
    'secureSite.mjs',
    'shareStore.mjs',
  ])
  expect(existsSync(inRoot('/image/node_modules/esbuild'))).toBe(false)

  const port = await findFreePort()
  const services = start({ PORT: `${port}`, SEED_PROJECT_ID: PROJECT_ID })
  await untilHealthy(services)
  expect(services.output()).toBe('')

  const url = `http://127.0.0.1:${port}`
  const statuses = await Promise.all(
    [
      '/healthz',
      '/readyz',
      `/appkit/v1/config?projectId=${PROJECT_ID}`,
      '/getWallets?entries=1',
      '/public/networkImage/eip155:1',
      '/public/getTokenImage/ETH',
    ].map(async (path) => (await fetch(`${url}${path}`)).status),
  )
  expect(statuses).toEqual([200, 200, 200, 200, 200, 200])

  services.child.kill('SIGTERM')
  expect(await services.exited).toBe(0)
  expect(services.output()).toBe('')
})

test('the secure site and a share store run from the same image, as separate processes', async () => {
  const SECURE_SITE_ORIGIN = 'https://secure.example'
  const { publicJwk } = await newSigner('login-1')
  const ports = [await findFreePort(), await findFreePort()]
  const servicesPort = `${await findFreePort()}`
  // The secure site is ready only while the services tell it which pages may embed it.
  const services = start({ PORT: servicesPort, SEED_PROJECT_ID: PROJECT_ID })
  await untilHealthy(services)
  const site = start(
    {
      PORT: `${ports[0]}`,
      SERVICES_ORIGIN: `http://127.0.0.1:${servicesPort}`,
      AUTH_SHARES_ORIGIN: 'https://auth.example',
      RECOVERY_SHARES_ORIGIN: 'https://recovery.example',
    },
    'secureSite.mjs',
  )
  const store = start(
    {
      PORT: `${ports[1]}`,
      SHARE_STORE: 'auth',
      SHARE_KEY: `k1:${randomBytes(32).toString('base64url')}`,
      LOGIN_PUBLIC_KEYS: JSON.stringify({ keys: [publicJwk] }),
      SECURE_SITE_ORIGIN,
    },
    'shareStore.mjs',
  )
  await Promise.all([untilHealthy(site), untilHealthy(store)])
  expect([site.output(), store.output()]).toEqual(['', ''])

  const page = await fetch(`http://127.0.0.1:${ports[0]}/device`)
  const [, script = ''] = /import "(\/assets\/[^"]+)"/.exec(await page.text()) ?? []
  expect([page.status, (await fetch(`http://127.0.0.1:${ports[0]}${script}`)).status]).toEqual([200, 200])
  const refused = await fetch(`http://127.0.0.1:${ports[1]}/shares/release`, { method: 'POST' })
  expect(refused.status).toBe(401)

  for (const { child, exited } of [site, store, services]) {
    child.kill('SIGTERM')
    expect(await exited).toBe(0)
  }
})
