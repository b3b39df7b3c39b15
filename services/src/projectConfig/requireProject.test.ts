import { Hono } from 'hono'
import { object, optional, string } from 'valibot'
import { readProjectBody } from '../blockchainApi/readProjectBody.ts'
import { createApp } from '../http/createApp.ts'
import { createLog } from '../log.ts'
import { createKnownProjects } from './knownProjects.ts'
import { requireProject, requireProjectToWrite } from './requireProject.ts'
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
const inDevelopment = createKnownProjects(projects.find, { isDevelopment: true })
const app = createApp(createLog('error', () => {})).route(
  '/',
  new Hono()
    .post('/v1/writing', async (c) => c.json({ told: (await requireProjectToWrite(c, projects)).id }))
    .post('/v1/written', async (c) => c.json({ told: (await requireProjectToWrite(c, inDevelopment)).id }))
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
  ['a page on localhost', 'http://localhost:3000', 200],
  ['a client without a page', undefined, 200],
  ['a preview of the site', 'https://shop-git-main.vercel.app', 200],
  ['a page of another site', 'https://thief.example', 403],
  ['a page with a hidden origin', 'null', 403],
])('a costly request is answered or refused depending on its origin: %s', async (_, origin, status) => {
  for (const answer of [await get(origin), await post(origin)]) {
    expect(answer.status).toBe(status)
    if (status === 403) {
      expect(await answer.json()).toMatchObject({ error: { code: 'origin.notAllowed' }, status: 'FAILED' })
      // The page is allowed to read the reason.
      expect(answer.headers.get('access-control-allow-origin')).toBe('*')
    }
  }
})

const write = async (path: string, origin?: string) => {
  const headers: Record<string, string> = origin ? { Origin: origin } : {}
  return (await app.request(`${path}?projectId=${SHOP}`, { method: 'POST', headers })).status
}

test.each([
  ['a page of the project', 'https://www.shop.example', 200, 200],
  ['a client without a page', undefined, 200, 200],
  ['a page on localhost', 'http://localhost:3000', 403, 200],
  ['a page on 127.0.0.1', 'http://127.0.0.1:3000', 403, 200],
  ['a page on a public host', 'https://thief.vercel.app', 403, 403],
  ['a page on another public host', 'https://thief.pages.dev', 403, 403],
  ['a page behind a public tunnel', 'https://thief.ngrok-free.app', 403, 403],
  ['a page of another site', 'https://thief.example', 403, 403],
])('a write is answered or refused depending on origin and development mode: %s', async (_, origin, live, local) => {
  expect([await write('/v1/writing', origin), await write('/v1/written', origin)]).toEqual([live, local])
})

test('an error about the project takes precedence over an error about the origin', async () => {
  expect((await get('https://thief.example', 'f'.repeat(32))).status).toBe(404)
  expect((await get('https://thief.example', '%00')).status).toBe(401)
})
