import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { AnalyticsReport } from '@portico/contracts/services/analytics'
import { parse } from 'valibot'
import { lastingDatabase } from '../../services/testing/databases'
import { PROJECT_ID, type RunningServices, runServices, TOKENS } from '../../services/testing/runServices'

jest.setTimeout(60_000)

const METRICS_TOKEN = 'prometheus-0123456789abcdef'
const EVENTS = 40

let folder: string
let database: NodeJS.ProcessEnv
let services: RunningServices | undefined

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'portico-analytics-'))
  database = await lastingDatabase(folder)
})
afterAll(async () => {
  await services?.stop()
  await rm(folder, { recursive: true })
})

const start = () => runServices({ ...database, METRICS_TOKEN, SERVICES: 'projectConfig,analytics' })
const event = {
  eventId: '7a0c8f1e-0f53-4a1e-9b3d-5a2f5cbb4a10',
  url: 'https://shop.example/',
  domain: 'shop.example',
  timestamp: 1_755_000_000_123,
  props: { type: 'track', event: 'MODAL_OPEN', properties: {} },
}
const admin = `/admin/v1/projects/${PROJECT_ID}/analytics`
const headers = { Authorization: `Bearer ${TOKENS.all}` }

test('a stop under load loses no accepted event, and the next start continues counting', async () => {
  services = await start()
  const { url } = services
  await fetch(`${url}${admin}`, { method: 'PUT', headers, body: '{"isAnalyticsEnabled":true}' })
  const send = () =>
    fetch(`${url}/e?projectId=${PROJECT_ID}&sv=html-ethers-1.7.19`, { method: 'POST', body: JSON.stringify(event) })
      .then(({ status }) => status === 202)
      .catch(() => false)

  const answers = [await send()]
  const sent = Array.from({ length: EVENTS }, send)
  const stopped = services.stop()
  answers.push(...(await Promise.all(sent)))
  expect(await stopped).toBe(0)

  services = await start()
  const answer = await fetch(`${services.url}${admin}`, { headers })
  const { events } = parse(AnalyticsReport, await answer.json())
  const counted = events.reduce((sum, { count }) => sum + count, 0)
  expect(counted).toBeGreaterThanOrEqual(answers.filter(Boolean).length)
  expect(counted).toBeLessThanOrEqual(EVENTS + 1)
  expect(counted).toBeGreaterThan(0)
})

test('the metrics require the token, and scripts of other pages cannot read them', async () => {
  services ??= await start()
  expect((await fetch(`${services.url}/metrics`)).status).toBe(401)
  const answer = await fetch(`${services.url}/metrics`, { headers: { Authorization: `Bearer ${METRICS_TOKEN}` } })
  expect(answer.status).toBe(200)
  expect(answer.headers.has('access-control-allow-origin')).toBe(false)
  expect(await answer.text()).toContain('portico_http_requests_total{route="/metrics",method="GET",status="401"} 1')
})

test('without a token there are no metrics', async () => {
  const bare = await runServices({ SERVICES: 'analytics' })
  expect((await fetch(`${bare.url}/metrics`)).status).toBe(404)
  expect(await bare.stop()).toBe(0)
})
