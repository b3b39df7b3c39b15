import { createLog } from '../log.ts'
import { cached } from './cached.ts'
import { createApp } from './createApp.ts'
import { type Details, ServiceError } from './errors.ts'

const lines: string[] = []

const app = createApp(createLog('info', (line) => lines.push(line)))
  .get('/works', cached('no-cache'), (c) => c.json({ works: true }))
  .get('/briefly', cached('no-cache'), (c) => c.body('stand-in', 200, { 'Cache-Control': 'max-age=1' }))
  .get('/fails', cached('no-cache'), () => {
    throw new Error('relation "projects" does not exist')
  })
  .get('/v1/refuses/:code', (c) => {
    const code = c.req.param('code') as 'request.invalid'
    const details: Details = code === 'request.invalid' ? { reason: 'eip155.slippage: must be a number' } : {}
    throw new ServiceError(code, details)
  })
  .get('/v1/fails', () => {
    throw new Error('no')
  })
  .get('/admin/fails', () => {
    throw new Error('no')
  })

beforeEach(() => {
  lines.length = 0
})

test('the site gets an internal error without the reason; the reason is only logged', async () => {
  const answer = await app.request('/fails?projectId=1')
  expect(answer.status).toBe(500)
  expect(await answer.json()).toEqual({ error: { code: 'server.failed', message: expect.any(String) } })
  expect(answer.headers.get('access-control-allow-origin')).toBe('*')
  expect(answer.headers.get('cache-control')).toBe('no-store')
  expect(lines.join()).toContain('relation \\"projects\\" does not exist')
})

test.each([
  ['chain.unsupported', 'chainId'],
  ['project.missing', 'projectId'],
  ['request.invalid', 'eip155.slippage'],
  ['convert.noRoute', 'convert.noRoute'],
])(
  'services.md §7.1: an older client of the blockchain API gets the field and the description of the error %s',
  async (code, field) => {
    const answer = await app.request(`/v1/refuses/${code}`)
    const { status, reasons, error } = (await answer.json()) as Record<string, unknown>
    const [{ field: named, description }] = reasons as [{ field: string; description: string }]
    expect(status).toBe('FAILED')
    expect(named).toBe(field)
    expect(error).toEqual({ code, message: description })
  },
)

test('unknown paths and internal errors of the blockchain API use the older error format as well', async () => {
  for (const path of ['/v1/nothing', '/v1/fails']) {
    const answer = await app.request(path)
    expect(await answer.json()).toMatchObject({ status: 'FAILED', reasons: [expect.anything()] })
  }
})

test('errors are not cached', async () => {
  for (const path of ['/nothing', '/v1/nothing', '/v1/fails', '/v1/refuses/project.unknown', '/admin/nothing']) {
    expect((await app.request(path)).headers.get('cache-control')).toBe('no-store')
  }
})

test('no other origin can read the admin API, not even its errors or unknown paths', async () => {
  for (const path of ['/admin/fails', '/admin/nothing', '/admin']) {
    const answer = await app.request(path, { headers: { Origin: 'https://elsewhere.example' } })
    expect(answer.ok).toBe(false)
    expect(answer.headers.has('access-control-allow-origin')).toBe(false)
  }
})

test.each([
  ['the same tag', (tag: string) => tag],
  ['one of several tags', (tag: string) => `"other", ${tag}`],
  ['a weakened tag, as a compressing proxy sends it', (tag: string) => `W/${tag}`],
  ['any tag', () => '*'],
])('a response that the client has cached is not sent again: %s', async (_, ifNoneMatch) => {
  const first = await app.request('/works')
  const tag = first.headers.get('etag') ?? ''
  expect(tag).toMatch(/^"[^"]+"$/)
  const second = await app.request('/works', { headers: { 'If-None-Match': ifNoneMatch(tag) } })
  expect(second.status).toBe(304)
  expect(await second.text()).toBe('')
  expect(second.headers.get('etag')).toBe(tag)
  expect(second.headers.get('cache-control')).toBe('no-cache')
  expect(second.headers.get('access-control-allow-origin')).toBe('*')
})

test('a response that sets its own cache lifetime keeps it', async () => {
  expect((await app.request('/briefly')).headers.get('cache-control')).toBe('max-age=1')
})

test('a request is logged by its route, without its query and headers', async () => {
  await app.request('/works?email=visitor@shop.example', { headers: { Authorization: 'Bearer s3cret' } })
  expect(lines).toHaveLength(1)
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({ method: 'GET', route: '/works', status: 200 })
  expect(lines[0]).not.toMatch(/visitor|s3cret/)
})

test('browsers must not guess the type of a response', async () => {
  for (const path of ['/works', '/fails', '/nothing', '/admin/fails', '/metrics']) {
    expect((await app.request(path)).headers.get('x-content-type-options')).toBe('nosniff')
  }
})
