import { createApp } from '../http/createApp.ts'
import { createLog } from '../log.ts'
import { type Dependency, healthApi } from './healthApi.ts'

const lines: string[] = []
const log = createLog('warn', (line) => lines.push(line))
const ready = (...dependencies: Dependency[]) =>
  createApp(log)
    .route('/', healthApi(dependencies, log, 20))
    .request('/readyz')

const answering = (name: string): Dependency => ({ name, ask: async () => 'pong' })
const failing = (name: string): Dependency => ({ name, ask: () => Promise.reject(new Error('connection lost')) })
const hanging = (name: string): Dependency => ({ name, ask: () => new Promise(() => {}) })

test('a process is ready if all its dependencies answer', async () => {
  const answer = await ready(answering('the database'), answering('Redis'))
  expect([answer.status, await answer.json()]).toEqual([200, { status: 'ready' }])
})

test.each([
  ['one that fails', [answering('the database'), failing('Redis')], 'Redis'],
  ['one that does not answer', [hanging('the database'), answering('Redis')], 'the database'],
  ['both', [failing('the database'), hanging('Redis')], 'the database and Redis'],
])('a response names failing dependencies; the reason is only logged: %s', async (_, dependencies, names) => {
  lines.length = 0
  const answer = await ready(...dependencies)
  const message = `Not ready: no answer from ${names}`
  expect([answer.status, await answer.json()]).toEqual([503, { error: { code: 'server.notReady', message } }])
  expect(lines).toHaveLength(dependencies.filter(({ name }) => names.includes(name)).length)
})

test('proxies do not cache health answers', async () => {
  for (const dependency of [answering('the database'), failing('the database')]) {
    expect((await ready(dependency)).headers.get('cache-control')).toBe('no-store')
  }
})
