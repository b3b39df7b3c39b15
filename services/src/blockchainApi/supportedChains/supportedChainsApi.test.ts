import { SupportedChains } from '@portico/contracts/services/supportedChains'
import { parse } from 'valibot'
import { createApp } from '../../http/createApp.ts'
import { createLog } from '../../log.ts'
import { createChains } from '../chains.ts'
import { supportedChainsApi } from './supportedChainsApi.ts'

const BITCOIN = 'bip122:000000000019d6689c085ae165831e93'
const chains = createChains(new Map([['eip155:1', [new URL('http://127.0.0.1:1')]]]))
const appWith = (...args: Parameters<typeof supportedChainsApi>) =>
  createApp(createLog('error', () => {})).route('/', supportedChainsApi(...args))

test('a client gets the list of chains without a project id, and may cache it for a day', async () => {
  const answer = await appWith({ chains }).request('/v1/supported-chains')
  expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'public, max-age=86400'])
  const body: unknown = await answer.json()
  expect(parse(SupportedChains, body)).toEqual(body)
  expect(body).toEqual({ http: ['eip155:1'], ws: [], swap: [] })
})

test('a chain that a node and an explorer serve is listed once; chains with swaps have a list of their own', async () => {
  const app = appWith({ chains }, { more: [BITCOIN, 'eip155:1'], swap: ['eip155:1'] })
  const answer = await app.request('/v1/supported-chains?projectId=whatever&st=appkit&sv=react-1.7.19')
  expect(await answer.json()).toEqual({ http: ['eip155:1', BITCOIN], ws: [], swap: ['eip155:1'] })
})

test('a client that has the current list gets a 304', async () => {
  const app = appWith({ chains })
  const tag = (await app.request('/v1/supported-chains')).headers.get('etag') ?? ''
  expect((await app.request('/v1/supported-chains', { headers: { 'If-None-Match': tag } })).status).toBe(304)
})
