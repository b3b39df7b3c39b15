import { ensureRedis, startRedis } from '../../scripts/redis.mjs'
import { freshDatabase } from '../../services/testing/databases.ts'
import { runServices } from '../../services/testing/runServices.ts'

jest.setTimeout(60_000)

const hasRedis = ensureRedis() !== undefined
if (!hasRedis) console.log('There is no Redis: whether a process without it is ready is counted as skipped.')

/** Skips a test in such a way that the report counts it as skipped. */
const { skip } = test
const testOnRedis = hasRedis ? test : skip

testOnRedis(
  "a process that loses Redis is not ready, reports why without Redis's address, and recovers with Redis",
  async () => {
    const redis = await startRedis()
    if (!redis) throw new Error('Redis is gone.')
    const services = await runServices({ REDIS_URL: redis.url, ...(await freshDatabase()) })
    const ready = () => fetch(`${services.url}/readyz`)
    expect((await ready()).status).toBe(200)

    await redis.stop()
    const answer = await ready()
    const error = { code: 'server.notReady', message: 'Not ready: no answer from Redis' }
    expect([answer.status, await answer.json()]).toEqual([503, { error }])
    expect((await fetch(`${services.url}/healthz`)).status).toBe(200)

    const again = await startRedis({ port: Number(new URL(redis.url).port) })
    while ((await ready()).status !== 200);
    // The log messages at the default level.
    const said = services
      .output()
      .split('\n')
      .filter((line) => line.includes('"level":"error"'))
    const messages = said.map((line): string => JSON.parse(line).message)
    expect(messages).toEqual(['Redis does not answer', 'Redis answers again'])
    expect(await services.stop()).toBe(0)
    await again?.stop()
  },
)
