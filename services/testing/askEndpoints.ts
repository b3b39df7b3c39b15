import { generateKeyPairSync } from 'node:crypto'
import { TransferError } from '@portico/contracts/services/payments'
import { ServiceErrorBody } from '@portico/contracts/services/serviceError'
import { UNISWAP_CONTRACTS } from '@portico/local/chains/uniswapContracts'
import { is, parse } from 'valibot'
import { startAllServices } from './allServices.ts'
import { ADMIN_TOKEN, type Endpoint, METRICS_TOKEN, SECURE_SITE_ORIGIN } from './endpoints.ts'
import { addressOf, LOCAL_NETWORK, startLocalPools } from './localPools.ts'

/** Account 8 of the development mnemonic; nothing else spends from it. */
const PAYER = '0x23618e81E3f5cdF7f54C3d65f7FBc0aBf5B21E8f'
/** Account 6 of the development mnemonic. */
const EXCHANGE_PAYER = '0x976EA74026E726554dB657fA54763abd0C3a0aa9'

export interface EndpointRequest {
  readonly params: Readonly<Record<string, string>>
  readonly query: Readonly<Record<string, string>>
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string | undefined
}

/** Prices and swaps name their project in the body. */
const namesProjectInBody = (route: string) => /\/v1\/(?:fungible|convert\/build-t)/.test(route)

const newSigningJwk = () =>
  JSON.stringify(generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ format: 'jwk' }))

/** Builds a valid request to a route. */
export function soundRequest(route: string, endpoint: Endpoint, projectId: string): EndpointRequest {
  const { params, query, headers, body } = endpoint
  const common: Readonly<Record<string, string>> = route.includes('/admin/')
    ? {}
    : { projectId, st: 'appkit', sv: 'react-wagmi-1.7.19' }
  const whole = namesProjectInBody(route) && typeof body === 'object' ? { ...body, projectId } : body
  return {
    params: { projectId, ...params },
    query: { ...common, ...query },
    headers: { ...headers },
    body: whole === undefined ? undefined : JSON.stringify(whole),
  }
}

/** Keeps text that is percent-encoded already, correctly or not. */
const encoded = (text: string) => (/^%[\da-f]{2}/i.test(text) ? text : encodeURIComponent(Buffer.from(text).toString()))

/** Starts every service over a chain with pools, in the process of the test. */
export async function startEndpoints() {
  const chain = await startLocalPools()
  const services = await startAllServices({
    RPC_UPSTREAMS: `${LOCAL_NETWORK}=${chain.url}`,
    POOLS: `${LOCAL_NETWORK}=${UNISWAP_CONTRACTS.router},${addressOf('USDC')}`,
    HISTORY_INDEXED_CHAINS: LOCAL_NETWORK,
    ONRAMP_SANDBOX_CHAINS: `${LOCAL_NETWORK}=${PAYER}`,
    PAYMENTS_SANDBOX_CHAINS: `${LOCAL_NETWORK}=${EXCHANGE_PAYER}`,
    ADMIN_TOKENS: ['read', 'toggle', 'release'].map((scope) => `${scope}:${ADMIN_TOKEN}`).join(),
    AUTH_SECRET: '0123456789abcdef0123456789abcdef',
    SECURE_SITE_ORIGIN,
    LOGIN_SIGNING_KEY: newSigningJwk(),
    FARCASTER_RELAY_URL: 'http://127.0.0.1:1',
    FARCASTER_RPC_URL: 'http://127.0.0.1:1',
    METRICS_TOKEN,
    CLIENT_REQUESTS_PER_SECOND: '1000000',
    // No requests leave this machine.
    IPFS_GATEWAY: 'http://127.0.0.1:1/ipfs/',
  }).catch(async (error) => {
    await chain.stop()
    throw error
  })
  return {
    ...services,
    send(route: string, { params, query, headers, body }: EndpointRequest): Promise<Response> {
      const [method = '', pattern = ''] = route.split(' ')
      const path = pattern.replace(/:(\w+)/g, (_, name: string) => encoded(params[name] ?? ''))
      return fetch(`${services.url}${path}?${new URLSearchParams(query)}`, {
        method,
        headers,
        redirect: 'manual',
        ...(method !== 'GET' && { body }),
      })
    },
    async close() {
      await services.close()
      await chain.stop()
    },
  }
}

/** Expects the answer to match its schema. */
export async function expectAnswer({ answer, status = [200] }: Endpoint, response: Response): Promise<void> {
  expect(status).toContain(response.status)
  if (response.status === 204 || !answer) expect(await response.text()).toBe('')
  else if (answer instanceof RegExp) expect(response.headers.get('content-type')).toMatch(answer)
  else {
    const body: unknown = await response.json()
    // The schema knows all fields, and drops none of them as unreadable.
    expect([parse(answer, body)]).toMatchObject([body])
  }
}

/** Expects a readable error that is not an internal one. */
export async function expectError({ errorPage, errorText }: Endpoint, response: Response): Promise<void> {
  expect([400, 401, 403, 404, 409, 410, 413, 422, 426]).toContain(response.status)
  const text = await response.text()
  if (errorPage) expect(text).toMatch(/^<!doctype html>/i)
  else {
    expect(response.headers.get('content-type')).toContain('application/json')
    const body: unknown = JSON.parse(text)
    const code = errorText && is(TransferError, body) ? body.code : parse(ServiceErrorBody, body).error.code
    expect(code).toMatch(/^\w+\.\w+$/)
  }
}
