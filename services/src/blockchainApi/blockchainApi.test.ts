import type { Kysely } from 'kysely'
import { createApp } from '../http/createApp.ts'
import { createLog } from '../log.ts'
import { createKnownProjects } from '../projectConfig/knownProjects.ts'
import { sampleFeatures } from '../projectConfig/seedProject.ts'
import { blockchainApi } from './blockchainApi.ts'
import type { NamesSchema } from './names/schema.ts'

const [SHOP, OTHER] = ['0'.repeat(31) + 1, '0'.repeat(31) + 2]

function service() {
  const log = createLog('error', () => {})
  const project = { isAnalyticsEnabled: false, features: sampleFeatures, remotes: {}, allowedOrigins: [] }
  const projects = createKnownProjects(async (id) => ({ id, ...project }))
  // Nothing here asks for a name.
  const db = {} as Kysely<NamesSchema>
  return createApp(log).route('/', blockchainApi({ db, projects, log, signal: new AbortController().signal }))
}

test('a project that asks without end is told when to come back, and no other project notices', async () => {
  const app = service()
  const balance = (id: string) =>
    app.request(`/v1/account/0x${'1'.repeat(40)}/balance?chainId=eip155:1&projectId=${id}`)
  const price = (id: string) =>
    app.request('/v1/fungible/price', {
      method: 'POST',
      body: JSON.stringify({ projectId: id, currency: 'usd', addresses: ['eip155:1:0x1'] }),
    })
  const first = [await balance(SHOP), await price(SHOP)]
  expect(first.map(({ status }) => status)).not.toContain(429)

  // 100 requests a second, of which ten seconds may be spent at once.
  for (let count = 2; count < 1_000; count++) await balance(SHOP)
  for (const refused of [await balance(SHOP), await price(SHOP)]) {
    expect(refused.status).toBe(429)
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThanOrEqual(1)
    expect(await refused.json()).toMatchObject({ error: { code: 'rate.limited' } })
  }
  expect((await balance(OTHER)).status).not.toBe(429)
})
