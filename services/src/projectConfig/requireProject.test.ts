import { Hono } from 'hono'
import { object, optional, string } from 'valibot'
import { readProjectBody } from '../blockchainApi/readProjectBody.ts'
import { createApp } from '../http/createApp.ts'
import { createLog } from '../log.ts'
import { createKnownProjects } from './knownProjects.ts'
import { requireProject } from './requireProject.ts'
import { sampleFeatures } from './seedProject.ts'

const SHOP = '0'.repeat(31) + 1
const project = {
  id: SHOP,
  isAnalyticsEnabled: false,
  features: sampleFeatures,
  remotes: {},
  allowedOrigins: ['https://*.shop.example'],
}
const projects = createKnownProjects(async (id) => (id === SHOP ? project : undefined))
const app = createApp(createLog('error', () => {})).route(
  '/',
  new Hono()
    .get('/v1/costly', async (c) => c.json({ told: (await requireProject(c, projects)).id }))
    .post('/v1/costly', async (c) => {
      await readProjectBody(c, projects, object({ projectId: optional(string()) }))
      return c.json({ told: true })
    }),
)

const get = (origin?: string, projectId = SHOP) =>
  app.request(`/v1/costly?projectId=${projectId}`, { headers: origin ? { Origin: origin } : {} })
const post = (origin?: string) =>
  app.request('/v1/costly', {
    method: 'POST',
    body: JSON.stringify({ projectId: SHOP }),
    headers: origin ? { Origin: origin } : {},
  })

test.each([
  ['a page of the project', 'https://www.shop.example', 200],
  ['a page on somebody’s own machine', 'http://localhost:3000', 200],
  ['no page at all', undefined, 200],
  ['a page of somebody else', 'https://thief.example', 403],
  ['a page that hides where it is', 'null', 403],
])('what costs the operator something is told to %s', async (_, origin, status) => {
  for (const answer of [await get(origin), await post(origin)]) {
    expect(answer.status).toBe(status)
    if (status === 403) {
      expect(await answer.json()).toMatchObject({ error: { code: 'origin.notAllowed' }, status: 'FAILED' })
      // The page may read why.
      expect(answer.headers.get('access-control-allow-origin')).toBe('*')
    }
  }
})

test('what is wrong with the project is said before', async () => {
  expect((await get('https://thief.example', 'f'.repeat(32))).status).toBe(404)
  expect((await get('https://thief.example', '%00')).status).toBe(401)
})
