import { Hono } from 'hono'
import { cached } from './cached.ts'
import { publicRead } from './publicRead.ts'

const PUBLIC = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': 'Retry-After',
  'cross-origin-resource-policy': 'cross-origin',
  'timing-allow-origin': '*',
}

/** The responses before `publicRead` adds its headers. */
const seen: Response[] = []
const app = new Hono()
  .use(publicRead)
  .use(async (c, next) => {
    await next()
    seen.push(c.res)
  })
  .get('/works', cached('no-cache'), (c) => c.json({ works: true }))
  .post('/works', (c) => c.json({ works: true }))
  .get('/refuses', (c) => c.json({ error: {} }, 429, { 'Retry-After': '1' }))
  .get('/fails', () => {
    throw new Error('no')
  })
  .onError((_, c) => c.json({ error: {} }, 500))

test.each([
  ['the answer to a GET', 'GET', '/works', 200],
  ['the answer to a POST', 'POST', '/works', 200],
  ['a rate limit error', 'GET', '/refuses', 429],
  ['an internal error', 'GET', '/fails', 500],
  ['a missing path', 'GET', '/nothing', 404],
])('a page of any origin may read %s', async (_, method, path, status) => {
  const answer = await app.request(path, { method })
  expect(answer.status).toBe(status)
  expect(Object.fromEntries(answer.headers)).toMatchObject(PUBLIC)
})

test('a page of any origin may read a 304', async () => {
  const tag = (await app.request('/works')).headers.get('etag') ?? ''
  const answer = await app.request('/works', { headers: { 'If-None-Match': tag } })
  expect(answer.status).toBe(304)
  expect(Object.fromEntries(answer.headers)).toMatchObject(PUBLIC)
})

test('a client with custom headers gets a preflight response that is valid for a day', async () => {
  const headers = { Origin: 'https://shop.example', 'Access-Control-Request-Headers': 'x-client' }
  const answer = await app.request('/works', { method: 'OPTIONS', headers })
  expect(answer.status).toBe(204)
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'access-control-allow-origin': '*',
    'access-control-allow-methods': 'GET,HEAD,POST,PUT',
    'access-control-allow-headers': 'x-client',
    'access-control-max-age': '86400',
  })
})

test('the headers are added without rebuilding the response, which would double the time', async () => {
  seen.length = 0
  const answer = await app.request('/works', { method: 'POST' })
  expect(answer).toBe(seen[0])
})
