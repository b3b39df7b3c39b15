import { once } from 'node:events'
import { connect } from 'node:net'
import { JsonRpcResponse } from '@portico/contracts/services/jsonRpc'
import { assert, asyncProperty, constantFrom, jsonValue, oneof, string, uint8Array } from 'fast-check'
import { array, parse } from 'valibot'
import { createWalletClient, http, parseEther, publicActions } from 'viem'
import { mnemonicToAccount } from 'viem/accounts'
import { foundry } from 'viem/chains'
import { DEVELOPMENT_ADDRESSES } from '../../local/chains/evmContracts'
import { type LocalEvmChain, startAnvil } from '../../local/chains/startAnvil'
import { type FakeNode, freeUrl, hanging, startFakeNode } from '../../services/testing/fakeNode'
import { mined } from '../../services/testing/mined'
import { PROJECT_ID, type RunningServices, runServices } from '../../services/testing/runServices'
import { until } from '../../services/testing/until.ts'

jest.setTimeout(60_000)

const CHAIN = 'eip155:31337'
const [ADDRESS, OTHER] = DEVELOPMENT_ADDRESSES

const freePort = async () => Number((await freeUrl()).port)
const startChain = async () => startAnvil({ chainId: 31337, port: await freePort() })

async function stopChain(chain: LocalEvmChain | undefined) {
  chain?.stop()
  await chain?.ended
}

/** The node's URL with credentials, which the node does not require. */
function withSecrets(rpcUrl: string) {
  return Object.assign(new URL('/?key=s3cret', rpcUrl), { username: 'me', password: 's3cret' }).href
}

/** One process serves all these chains, whose nodes fail in different ways. */
const CHAINS = { silent: 'eip155:11', killed: 'eip155:12', dead: 'eip155:13' }

let chain: LocalEvmChain
let shortLived: LocalEvmChain
let silentNode: FakeNode
let services: RunningServices
let strict: RunningServices

beforeAll(async () => {
  ;[chain, shortLived, silentNode] = await Promise.all([startChain(), startChain(), startFakeNode(hanging)])
  const RPC_UPSTREAMS = `
    ${CHAIN}=${withSecrets(chain.rpcUrl)}
    ${CHAINS.silent}=${silentNode.url},${chain.rpcUrl}
    ${CHAINS.killed}=${shortLived.rpcUrl},${chain.rpcUrl}
    ${CHAINS.dead}=${await freeUrl()},${await freeUrl()}`
  ;[services, strict] = await Promise.all([
    runServices({ RPC_REQUESTS_PER_SECOND: '100000', RPC_UPSTREAMS }),
    runServices({ RPC_REQUESTS_PER_SECOND: '1', RPC_UPSTREAMS }),
  ])
})
afterAll(async () => {
  await Promise.all([services?.stop(), strict?.stop()])
  await Promise.all([stopChain(chain), stopChain(shortLived), silentNode?.close()])
})

const rpcUrl = (chainId = CHAIN, base = services.url) =>
  `${base}/v1/?chainId=${encodeURIComponent(chainId)}&projectId=${PROJECT_ID}&st=appkit&sv=react-wagmi-1.7.19`

const call = (method: string, params: unknown[] = [], id: unknown = 1) => ({ jsonrpc: '2.0', id, method, params })
const post = (body: unknown, url = rpcUrl(), headers: Record<string, string> = {}) =>
  fetch(url, { method: 'POST', headers, body: typeof body === 'string' ? body : JSON.stringify(body) })

describe('a visitor', () => {
  test('sees the balance that the chain reports', async () => {
    const body = call('eth_getBalance', [ADDRESS, 'latest'])
    const [own, ours] = await Promise.all([
      post(body, chain.rpcUrl, { 'Content-Type': 'application/json' }),
      post(body, rpcUrl(), { Origin: 'http://localhost:3000' }),
    ])
    const answer: unknown = await ours.json()
    expect(parse(JsonRpcResponse, answer)).toEqual(await own.json())
    expect(Object.fromEntries(ours.headers)).toMatchObject({
      'access-control-allow-origin': '*',
      'content-type': 'application/json',
      'cross-origin-resource-policy': 'cross-origin',
      'x-content-type-options': 'nosniff',
    })
  })

  test('reads many values in one batch, in order', async () => {
    const answers = await (
      await post([
        call('eth_getBalance', [OTHER, 'latest'], 'balance'),
        call('eth_chainId', [], 2),
        call('eth_getBalance', ['nobody', 'latest'], 3),
        call('anvil_mine', [], 4),
        call('eth_getTransactionCount', [OTHER, 'latest'], 'balance'),
      ])
    ).json()
    expect(parse(array(JsonRpcResponse), answers)).toMatchObject([
      { id: 'balance', result: expect.stringMatching(/^0x[0-9a-f]+$/) },
      { id: 2, result: '0x7a69' },
      { id: 3, error: { code: -32602 } },
      { id: 4, error: { code: -32601 } },
      { id: 'balance', result: '0x0' },
    ])
  })

  test('pays with a common client library, one request at a time and in batches', async () => {
    for (const [batch, addressIndex] of [
      [false, 2],
      [true, 3],
    ] as const) {
      const account = mnemonicToAccount('test test test test test test test test test test test junk', { addressIndex })
      const transport = http(rpcUrl(), { batch, fetchOptions: { headers: { 'Content-Type': 'text/plain' } } })
      const client = createWalletClient({ account, chain: foundry, transport }).extend(publicActions)
      const before = await client.getBalance({ address: OTHER })
      const hash = await client.sendTransaction({ to: OTHER, value: parseEther('1') })
      expect(await mined(client, hash)).toMatchObject({ status: 'success' })
      expect(await client.getBalance({ address: OTHER })).toBe(before + parseEther('1'))
    }
  })

  test('gets a preflight answered when the site sends JSON with its content type', async () => {
    const answer = await fetch(rpcUrl(), {
      method: 'OPTIONS',
      headers: {
        Origin: 'https://shop.example',
        'Access-Control-Request-Method': 'POST',
        'Access-Control-Request-Headers': 'content-type',
      },
    })
    expect(answer.status).toBe(204)
    expect(answer.headers.get('access-control-allow-origin')).toBe('*')
    expect(answer.headers.get('access-control-allow-methods')).toContain('POST')
    expect(answer.headers.get('access-control-allow-headers')).toBe('content-type')
    const sent = await post(call('eth_blockNumber'), rpcUrl(), { 'Content-Type': 'application/json' })
    expect(sent.status).toBe(200)
  })
})

test('a project that is not in the database gets nothing', async () => {
  const answer = await post(call('eth_blockNumber'), rpcUrl().replace(PROJECT_ID, 'f'.repeat(32)))
  expect(answer.status).toBe(404)
  expect(await answer.json()).toEqual({ error: { code: 'project.unknown', message: expect.any(String) } })
})

test('a project over its limit learns when to retry, and succeeds then', async () => {
  const ask = () => post(call('eth_blockNumber'), rpcUrl(CHAIN, strict.url))
  const answers = await Promise.all(Array.from({ length: 8 }, ask))
  const refused = answers.filter(({ status }) => status === 429)
  expect(refused.length).toBeGreaterThanOrEqual(3)
  expect(await refused[0]?.json()).toEqual({ error: { code: 'rate.limited', message: expect.any(String) } })
  const retryAfterS = Number(refused[0]?.headers.get('retry-after'))
  expect(retryAfterS).toBeGreaterThanOrEqual(1)
  expect(retryAfterS).toBeLessThanOrEqual(5)
  await until(async () => (await ask()).status === 200)
})

describe('a failing node', () => {
  test('that is killed midway goes unnoticed by visitors', async () => {
    const statuses: number[] = []
    let isDone = false
    const visitors = Array.from({ length: 4 }, async () => {
      while (!isDone) {
        const answer = await post(call('eth_getBalance', [ADDRESS, 'latest']), rpcUrl(CHAINS.killed))
        statuses.push(answer.status)
        expect(await answer.json()).toMatchObject({ id: 1, result: expect.any(String) })
      }
    })
    await until(() => statuses.length >= 100)
    await stopChain(shortLived)
    const count = statuses.length
    await until(() => statuses.length >= count + 200)
    isDone = true
    await Promise.all(visitors)
    expect(new Set(statuses)).toEqual(new Set([200]))
    expect(services.output()).toContain(`"an upstream failed","chainId":"${CHAINS.killed}","upstream":1`)
  })

  test('that hangs delays one visitor, but not the next ones', async () => {
    for (let count = 0; count < 3; count++) {
      expect((await post(call('eth_gasPrice'), rpcUrl(CHAINS.silent))).status).toBe(200)
    }
    expect(silentNode.requests.filter((method) => method === 'eth_gasPrice')).toHaveLength(1)
  })

  test('that is the only one gives the site a distinct error', async () => {
    const answer = await post(call('eth_blockNumber'), rpcUrl(CHAINS.dead))
    expect(answer.status).toBe(503)
    expect(await answer.json()).toEqual({ error: { code: 'upstream.unavailable', message: expect.any(String) } })
  })
})

describe('after any bad input, the service answers the next visitor', () => {
  const address = () => {
    const { hostname, port } = new URL(services.url)
    return { host: hostname, port: Number(port) }
  }
  const isWell = async () => expect((await post(call('eth_blockNumber'))).status).toBe(200)

  /** Sends possibly malformed HTTP, and returns the whole response. */
  async function sendRaw(text: string, isCutOff = false) {
    const socket = connect(address())
    let answer = ''
    socket.setEncoding('utf8').on('data', (part: string) => {
      answer += part
    })
    socket.on('error', () => {})
    socket.write(text, () => isCutOff && socket.destroy())
    await once(socket, 'close')
    return answer
  }
  const head = (...lines: string[]) =>
    ['POST', rpcUrl().slice(services.url.length), 'HTTP/1.1\r\nHost: a\r\nConnection: close\r\n'].join(' ') +
    `${lines.join('\r\n')}\r\n\r\n`

  test('any bytes', async () => {
    await assert(
      asyncProperty(uint8Array({ maxLength: 300 }), async (bytes) => {
        const answer = await fetch(rpcUrl(), { method: 'POST', body: Buffer.from(bytes) })
        expect([400, 422]).toContain(answer.status)
        expect(await answer.json()).toEqual({
          error: { code: expect.stringMatching(/^request\.(notJson|invalid)$/), message: expect.any(String) },
        })
      }),
      { numRuns: 100 },
    )
    await isWell()
  })

  test('any parameters of any method, sent to a real node', async () => {
    const methods = ['eth_call', 'eth_getBalance', 'eth_getLogs', 'eth_sendRawTransaction', 'eth_getBlockByNumber']
    const params = oneof(
      jsonValue(),
      jsonValue().map((value) => [value, 'latest']),
      string().map((text) => [text]),
    )
    await assert(
      asyncProperty(constantFrom(...methods), params, async (method, value) => {
        const answer = await post({ ...call(method), params: value })
        if (answer.status !== 400) parse(JsonRpcResponse, await answer.json())
        expect([200, 400]).toContain(answer.status)
      }),
      { numRuns: 200 },
    )
    await isWell()
  })

  test.each([
    ['half a surrogate pair', '["\\ud800","latest"]'],
    ['a number that is too large for any node', '[1e999]'],
  ])('parameters that a node cannot read: %s', async (_, params) => {
    const answer = await post(`{"jsonrpc":"2.0","id":1,"method":"eth_getBalance","params":${params}}`)
    expect(answer.status).toBe(200)
    expect(await answer.json()).toMatchObject({ id: 1, error: { code: expect.any(Number) } })
    await isWell()
    expect(services.output()).not.toContain(`"an upstream failed","chainId":"${CHAIN}"`)
  })

  test('deeply nested parameters, which are refused without a request to a node', async () => {
    const params = `${'['.repeat(50_000)}${']'.repeat(50_000)}`
    const answer = await post(`{"jsonrpc":"2.0","id":1,"method":"eth_getBalance","params":${params}}`)
    expect(answer.status).toBe(400)
    expect(await answer.json()).toMatchObject({ error: { code: 'request.tooComplex' } })
    await isWell()
  })

  test('a body that never ends, and one that is cut off', async () => {
    const chunk = `10000\r\n${'x'.repeat(0x10000)}\r\n`
    const endless = `${head('Transfer-Encoding: chunked')}${chunk.repeat(20)}0\r\n\r\n`
    expect(await sendRaw(endless)).toMatch(/^HTTP\/1\.1 413 /)
    await sendRaw(`${head('Content-Length: 100')}{"jsonrpc"`, true)
    await sendRaw(head('Content-Length: 5', 'Transfer-Encoding: chunked'))
    await isWell()
  })

  test.each(['GET', 'PUT', 'DELETE'])('%s, which is not supported here', async (method) => {
    expect((await fetch(rpcUrl(), { method })).status).toBe(404)
  })
})

test('the log contains no address of a visitor, no project id and no secret of a node', async () => {
  const output = services.output()
  expect(output).toContain('"route":"/v1/"')
  expect(output).not.toMatch(
    new RegExp([ADDRESS, OTHER, PROJECT_ID, 's3cret', `:${new URL(chain.rpcUrl).port}`].join('|'), 'i'),
  )
  const errors = output.split('\n').filter((line) => line.includes('"level":"error"'))
  expect(errors.filter((line) => !line.includes('no upstream answers'))).toEqual([])
})
