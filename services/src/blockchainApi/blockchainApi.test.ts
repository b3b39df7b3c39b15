import type { Kysely } from 'kysely'
import { createApp } from '../http/createApp.ts'
import type { UpstreamList } from '../jsonRpc/upstreamList.ts'
import { createLog } from '../log.ts'
import { createKnownProjects } from '../projectConfig/knownProjects.ts'
import { sampleFeatures } from '../projectConfig/seedProject.ts'
import { blockchainApi } from './blockchainApi.ts'
import type { JupiterOptions } from './convert/environment.ts'
import type { NamesSchema } from './names/schema.ts'
import type { PoolNetworks } from './pools/environment.ts'

const [SHOP, OTHER] = ['0'.repeat(31) + 1, '0'.repeat(31) + 2]

function service(upstreams: UpstreamList = new Map(), pools: PoolNetworks = new Map(), jupiter?: JupiterOptions) {
  const log = createLog('error', () => {})
  const project = { isAnalyticsEnabled: false, features: sampleFeatures, remotes: {}, allowedOrigins: [] }
  const projects = createKnownProjects(async (id) => ({ id, ...project }))
  // No test in this file reads names.
  const db = {} as Kysely<NamesSchema>
  const { signal } = new AbortController()
  const options = { names: { zone: 'portico.test' }, pools, jupiter }
  return createApp(log).route('/', blockchainApi({ db, projects, upstreams, log, signal }, options))
}

test('a project over its request limit gets a retry time, and other projects are not affected', async () => {
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

  // The limit is 100 requests per second, averaged over ten seconds.
  for (let count = 2; count < 1_000; count++) await balance(SHOP)
  for (const refused of [await balance(SHOP), await price(SHOP)]) {
    expect(refused.status).toBe(429)
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThanOrEqual(1)
    expect(await refused.json()).toMatchObject({ error: { code: 'rate.limited' } })
  }
  expect((await balance(OTHER)).status).not.toBe(429)
})

test('requests from pages that the project does not allow do not count against its limit', async () => {
  const app = service()
  const ask = (origin: string) =>
    app.request(`/v1/profile/suggestions/a?projectId=${SHOP}`, { headers: { Origin: origin } })
  for (let count = 0; count < 1_001; count++) expect((await ask('https://thief.example')).status).toBe(403)
  expect((await ask('http://localhost:3000')).status).toBe(400)
})

test('swaps are offered on chains that have both pools and a node', async () => {
  const router = '0x7a250d5630B4cF539739dF2C5dAcb4c659F2488D'
  const pools: PoolNetworks = new Map([
    ['eip155:5', { router, dollar: router }],
    ['eip155:6', { router, dollar: router }],
  ])
  const answer = await service(new Map([['eip155:5', [new URL('http://127.0.0.1:1')]]]), pools).request(
    '/v1/supported-chains',
  )
  expect(await answer.json()).toEqual({ http: ['eip155:5'], ws: [], swap: ['eip155:5'] })
})

test('swaps on Solana are offered only where a swap service is configured', async () => {
  const cluster = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'
  const listed = async (jupiter?: JupiterOptions) => {
    const answer = await service(undefined, undefined, jupiter).request('/v1/supported-chains')
    return ((await answer.json()) as { swap: string[] }).swap
  }
  expect(await listed()).toEqual([])
  expect(await listed({ urls: new Map([[cluster, new URL('http://127.0.0.1:1')]]) })).toEqual([cluster])
})
