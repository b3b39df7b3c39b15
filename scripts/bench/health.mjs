/**
 * `node scripts/bench/health.mjs [--reports <n>] [--seconds <n>]`: sends health reports to services of its own at an even
 * rate, from many addresses, and counts what they have kept. Exits with 1 if a report was refused or lost.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { loadavg } from 'node:os'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { localPorts, LOCAL_PROJECT_ID as PROJECT_ID } from '../local.mjs'
import { findFreeOffset } from '../stack/ports.mjs'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const TOKEN = 'bench-0123456789abcdef'
const IN_FLIGHT_MAX = 64
const ADDRESSES = 4_000

const { values } = parseArgs({ options: { reports: { type: 'string' }, seconds: { type: 'string' } } })
const reports = Number(values.reports ?? 100_000)
const seconds = Number(values.seconds ?? 60)

const port = localPorts(await findFreeOffset()).services
const url = `http://localhost:${port}`

const child = spawn(process.execPath, ['--import', 'tsx', 'services/src/main.ts'], {
  cwd: ROOT,
  stdio: ['ignore', 'ignore', 'inherit'],
  env: {
    PATH: process.env.PATH,
    PORT: String(port),
    DATA_DIR: 'memory://',
    SEED_PROJECT_ID: PROJECT_ID,
    ADMIN_TOKENS: ['read', 'toggle', 'release'].map((scope) => `${scope}:${TOKEN}`).join(),
    TRUSTED_PROXIES: '1',
    SERVICES: 'projectConfig,analytics',
  },
})
const exited = once(child, 'exit')
// At the default level, the services do not log requests, nor where they listen.
const isUp = () =>
  fetch(`${url}/healthz`).then(
    ({ ok }) => ok,
    () => false,
  )
while (!(await isUp())) await new Promise((done) => setTimeout(done, 200))

/** @param {string} method @param {string} path @param {unknown} [body] */
async function admin(method, path, body) {
  const answer = await fetch(`${url}/admin/v1/projects/${PROJECT_ID}${path}`, {
    method,
    headers: { Authorization: `Bearer ${TOKEN}` },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  return answer.json()
}

let refused = 0
/** @type {number[]} */
const times = []

/** @param {number} at */
async function report(at) {
  const address = at % ADDRESSES
  const outcome = at % 100 === 0 ? 'crash' : 'healthy'
  const begin = performance.now()
  const answer = await fetch(`${url}/remote-health?projectId=${PROJECT_ID}&st=appkit&sv=react-wagmi-1.7.19`, {
    method: 'POST',
    headers: { 'X-Forwarded-For': `10.${address >> 8}.${address & 255}.7` },
    body: JSON.stringify({
      entries: [
        { id: 'receive', version: at % 20 ? '1.0.0' : '1.1.0', outcome, loadMs: at % 900, renderMs: at % 1_500 },
      ],
    }),
  })
  await answer.arrayBuffer()
  times.push(performance.now() - begin)
  if (answer.status !== 202) refused++
}

await admin('PUT', '/analytics', { isAnalyticsEnabled: true })
const begin = performance.now()
let next = 0
await Promise.all(
  Array.from({ length: IN_FLIGHT_MAX }, async () => {
    while (next < reports) {
      const at = next++
      const due = begin + (at / reports) * seconds * 1_000
      if (due > performance.now()) await new Promise((done) => setTimeout(done, due - performance.now()))
      await report(at)
    }
  }),
)
const took = (performance.now() - begin) / 1_000

/** Counts are written within a second. */
async function kept() {
  const { versions } = /** @type {{ versions: { loads: number }[] }} */ (await admin('GET', '/remotes/receive/health'))
  return versions.reduce((sum, { loads }) => sum + loads, 0)
}
let stored = await kept()
for (let tries = 0; tries < 100 && stored < reports - refused; tries++) {
  await new Promise((done) => setTimeout(done, 100))
  stored = await kept()
}
child.kill('SIGTERM')
await exited

times.sort((one, other) => one - other)
const part = (/** @type {number} */ share) => `${times[Math.floor(times.length * share)]?.toFixed(1)} ms`
console.log(`${reports} reports in ${took.toFixed(1)} s (${Math.round((reports / took) * 60)} a minute)`)
console.log(`refused: ${refused}; stored: ${stored}; lost: ${reports - refused - stored}`)
console.log(
  `answered: half within ${part(0.5)}, 99 % within ${part(0.99)}; load of the machine: ${loadavg()[0]?.toFixed(1)}`,
)
process.exitCode = refused || stored !== reports ? 1 : 0
