import { RELAY_REFUSALS, type RelayMethod, RelayMethods, type RelayResult } from '@portico/contracts/services/relay'
import { anything, assert, asyncProperty, constantFrom, json, oneof, record, string, uint8Array } from 'fast-check'
import { parse } from 'valibot'
import {
  type ClientOptions,
  connectRelay,
  generateKeyPair,
  newTopic,
  type RelayClient,
  resultOf,
  tokenFor,
} from '../../services/testing/relayClient.ts'
import { until } from '../../services/testing/until.ts'

export interface RelayUnderTest {
  /** Two URLs of one relay: of the same process, or of two that share storage. */
  readonly urls: readonly [string, string]
  /** Everything that the relay's processes have logged. */
  output(): string
}

/** Tests of a page and a wallet on the relay, for any storage and number of processes. */
export function testRelay(relay: () => RelayUnderTest) {
  const clients: RelayClient[] = []
  async function connect(process: 0 | 1 = 0, options?: ClientOptions) {
    const client = await connectRelay(relay().urls[process], options)
    clients.push(client)
    return client
  }
  afterEach(() => {
    for (const { socket } of clients.splice(0)) socket.terminate()
  })

  /** A result, checked against the schema of its method. */
  async function ask<M extends RelayMethod>(
    client: RelayClient,
    method: M,
    params: Parameters<typeof client.call<M>>[1],
  ) {
    return parse(RelayMethods[method].result, resultOf(await client.call(method, params))) as RelayResult<M>
  }

  describe('a page and a wallet', () => {
    test('are paired: proposal, approval and settlement each wait until the other side connects', async () => {
      const [pairingTopic, sessionTopic] = [newTopic(), newTopic()]
      const page = await connect(0)
      await ask(page, 'wc_proposeSession', { pairingTopic, sessionProposal: 'proposal', ttl: 300, correlationId: 1 })

      const wallet = await connect(1)
      await ask(wallet, 'irn_subscribe', { topic: pairingTopic })
      await until(() => wallet.deliveries.length === 1)
      expect(wallet.deliveries[0]?.params.data).toEqual({
        topic: pairingTopic,
        message: 'proposal',
        publishedAt: expect.any(Number),
        tag: 1100,
      })

      await ask(wallet, 'wc_approveSession', {
        pairingTopic,
        sessionTopic,
        sessionProposalResponse: 'response',
        sessionSettlementRequest: 'settlement',
        ttl: 300,
      })
      await until(() => page.deliveries.length === 1)
      expect(page.deliveries[0]?.params.data).toMatchObject({ topic: pairingTopic, message: 'response', tag: 1101 })
      await ask(page, 'irn_subscribe', { topic: sessionTopic })
      await until(() => page.deliveries.length === 2)
      expect(page.deliveries[1]?.params.data).toMatchObject({ topic: sessionTopic, message: 'settlement', tag: 1102 })

      await ask(page, 'irn_publish', { topic: sessionTopic, message: 'settled', ttl: 300, tag: 1103, prompt: false })
      await until(() => wallet.messages(sessionTopic).length === 1)
      expect(wallet.deliveries.at(-1)?.params.data).toMatchObject({ message: 'settled', tag: 1103 })
    })

    test('receive everything exactly once after both lost their connections', async () => {
      const topics = [newTopic(), newTopic(), newTopic()]
      const [pageKeys, walletKeys] = [generateKeyPair(), generateKeyPair()]
      const page = await connect(0, { keys: pageKeys })
      const wallet = await connect(1, { keys: walletKeys })
      await ask(wallet, 'irn_batchSubscribe', { topics })
      await ask(page, 'irn_batchPublish', {
        messages: topics.map((topic) => ({ topic, message: 'arrived', ttl: 300, tag: 1108 })),
      })
      await until(() => topics.every((topic) => wallet.messages(topic).length > 0))
      // The next answer comes after the acknowledgements have been handled.
      await ask(wallet, 'irn_batchFetchMessages', { topics })
      wallet.socket.terminate()
      for (const topic of topics) await ask(page, 'irn_publish', { topic, message: 'waiting', ttl: 300, tag: 1108 })
      page.socket.terminate()

      const again = await connect(0, { keys: walletKeys })
      await ask(again, 'irn_batchSubscribe', { topics })
      await until(() => topics.every((topic) => again.messages(topic).length > 0))
      for (const topic of topics) expect(again.messages(topic)).toEqual(['waiting'])
    })

    test('receive a message once, even if it is published repeatedly', async () => {
      const topic = newTopic()
      const [page, wallet] = [await connect(0), await connect(1)]
      await ask(wallet, 'irn_subscribe', { topic })
      for (const message of ['one', 'one', 'one', 'two']) await ask(page, 'irn_publish', { topic, message })
      await until(() => wallet.messages(topic).includes('two'))
      expect(wallet.messages(topic)).toEqual(['one', 'two'])
      expect(page.deliveries).toEqual([])
    })

    test('receive nothing from a topic after unsubscribing', async () => {
      const [left, leftToo, kept] = [newTopic(), newTopic(), newTopic()]
      const [page, wallet] = [await connect(0), await connect(1)]
      const [id] = await ask(wallet, 'irn_batchSubscribe', { topics: [left, leftToo, kept] })
      await ask(wallet, 'irn_unsubscribe', { topic: left, id })
      await ask(wallet, 'irn_batchUnsubscribe', { subscriptions: [{ topic: leftToo }] })
      for (const topic of [left, leftToo, kept]) await ask(page, 'irn_publish', { topic, message: 'hello' })
      await until(() => wallet.deliveries.length > 0)
      expect(wallet.deliveries.map(({ params }) => params.data.topic)).toEqual([kept])
    })

    test('can fetch waiting messages without subscribing', async () => {
      const [topic, second] = [newTopic(), newTopic()]
      const [page, wallet] = [await connect(0), await connect(1)]
      await ask(page, 'irn_publish', { topic, message: 'one', tag: 1108, attestation: 'signed' })
      await ask(page, 'irn_publish', { topic: second, message: 'two' })
      expect(await ask(wallet, 'irn_fetchMessages', { topic })).toEqual({
        messages: [{ topic, message: 'one', publishedAt: expect.any(Number), tag: 1108, attestation: 'signed' }],
        hasMore: false,
      })
      const fetched = await ask(wallet, 'irn_batchFetchMessages', { topics: [second, topic] })
      expect(fetched).toMatchObject({ messages: [{ message: 'two' }, { message: 'one' }] })
      expect(await ask(page, 'irn_fetchMessages', { topic })).toEqual({ messages: [], hasMore: false })
    })

    test('a message is deleted when its time to live has passed', async () => {
      const topic = newTopic()
      const [page, wallet] = [await connect(0), await connect(1)]
      await ask(page, 'irn_publish', { topic, message: 'short', ttl: 1 })
      await ask(page, 'irn_publish', { topic, message: 'long', ttl: 300 })
      const fetch = async () => {
        const { messages } = await ask(wallet, 'irn_fetchMessages', { topic })
        return messages.map(({ message }) => message)
      }
      expect(await fetch()).toEqual(['short', 'long'])
      let left = await fetch()
      while (left.includes('short')) {
        // Waits, to stay within the permitted rate.
        await new Promise((resolve) => setTimeout(resolve, 50))
        left = await fetch()
      }
      expect(left).toEqual(['long'])
    })
  })

  describe('a client gets an error for', () => {
    const topic = newTopic()
    const request = (fields: object) =>
      JSON.stringify({ id: 7, jsonrpc: '2.0', method: 'irn_subscribe', params: { topic }, ...fields })
    const publication = (fields: object) =>
      request({ method: 'irn_publish', params: { topic, message: 'x', ...fields } })

    test.each([
      ['invalid JSON', '{"id": 7', null, -32700, 'not JSON'],
      ['an empty frame', '', null, -32700, 'not JSON'],
      ['another JSON-RPC version', request({ jsonrpc: '1.0' }), 7, -32600, 'no JSON-RPC 2.0 request'],
      ['no id', request({ id: undefined }), null, -32600, 'no JSON-RPC 2.0 request'],
      ['an invalid id', request({ id: [7] }), null, -32600, 'no JSON-RPC 2.0 request'],
      ['a list of requests', `[${request({})}]`, null, -32600, 'no JSON-RPC 2.0 request'],
      ['an unknown method', request({ method: 'irn_dance' }), 7, -32601, 'no such method'],
      ['the name of an inherited property', request({ method: 'constructor' }), 7, -32601, 'no such method'],
      ['no params', request({ params: undefined }), 7, -32602, 'not valid'],
      ['an invalid topic', request({ params: { topic: 'T'.repeat(64) } }), 7, -32602, 'topic: must be 64 lower-case'],
      ['an empty message', publication({ message: '' }), 7, -32602, 'message: must not be empty'],
      ['a time to live of zero', publication({ ttl: 0 }), 7, -32602, 'ttl: '],
      ['a time to live of more than 30 days', publication({ ttl: 2_592_001 }), 7, -32602, 'ttl: '],
      ['a time to live in words', publication({ ttl: 'a day' }), 7, -32602, 'ttl: '],
      [
        'a message of more than 500,000 bytes',
        publication({ message: 'x'.repeat(500_001) }),
        7,
        -32005,
        'larger than 500000 bytes',
      ],
      [
        'a batch of more than 500 topics',
        request({ method: 'irn_batchSubscribe', params: { topics: Array(501).fill(topic) } }),
        7,
        -32005,
        '500 entries',
      ],
      [
        'an unknown method with a string as the id',
        request({ id: 'seven', method: '' }),
        'seven',
        -32601,
        'no such method',
      ],
    ])('%s', async (_, frame, id, code, message) => {
      const client = await connect()
      expect(await client.sendRaw(frame)).toEqual({
        id,
        jsonrpc: '2.0',
        error: { code, message: expect.stringContaining(message) },
      })
      // The connection still works.
      await ask(client, 'irn_subscribe', { topic: newTopic() })
    })

    test('more than a hundred requests in a second', async () => {
      const client = await connect()
      let refused: unknown[] = []
      // On a slow machine one burst can be spread over two seconds.
      await until(async () => {
        const answers = await Promise.all(Array.from({ length: 101 }, () => client.call('irn_unsubscribe', { topic })))
        refused = answers.filter((answer) => 'error' in answer)
        return refused.length > 0
      })
      for (const answer of refused) expect(answer).toMatchObject({ error: { code: -32005 } })
    })

    test('a frame that is too large for any message', async () => {
      const client = await connect()
      client.socket.send('x'.repeat(1_000_001))
      expect((await client.closed).code).toBe(1009)
    })

    test('a frame that is not valid UTF-8', async () => {
      const client = await connect()
      client.socket.send(Buffer.from([0xff, 0xfe]), { binary: false })
      expect((await client.closed).code).toBe(1007)
    })
  })

  describe('a rejected client gets the reason:', () => {
    test.each([
      ['an unknown project', { projectId: 'f'.repeat(32) }, RELAY_REFUSALS.invalidKey],
      ['a mistyped project', { projectId: 'YOUR_PROJECT_ID' }, RELAY_REFUSALS.invalidKey],
      [
        'a page that the project does not allow',
        { origin: 'https://elsewhere.example' },
        RELAY_REFUSALS.originNotAllowed,
      ],
      ['a missing token', { auth: null }, RELAY_REFUSALS.tokenMissing],
      ['a malformed token', { auth: 'x' }, RELAY_REFUSALS.tokenMalformed],
    ])('%s', async (_, options, reason) => {
      expect(await (await connect(0, options)).closed).toEqual({ code: 3000, reason })
    })

    test.each([
      ['a token from a clock that is ahead', 600, RELAY_REFUSALS.tokenNotYetValid],
      ['an expired token', -604_800, RELAY_REFUSALS.tokenExpired],
    ])('%s', async (_, offsetS, reason) => {
      const keys = generateKeyPair()
      const auth = await tokenFor(relay().urls[0], keys, Math.floor(Date.now() / 1_000) + offsetS)
      expect(await (await connect(0, { keys, auth })).closed).toEqual({ code: 3000, reason })
    })

    test('a token for another relay, and a token signed with another key', async () => {
      const [keys, others] = [generateKeyPair(), generateKeyPair()]
      const elsewhere = await connect(0, { auth: await tokenFor('wss://elsewhere.example', keys) })
      expect((await elsewhere.closed).reason).toBe(RELAY_REFUSALS.tokenForOther)
      const [header, payload] = (await tokenFor(relay().urls[0], keys)).split('.')
      const signature = (await tokenFor(relay().urls[0], others)).split('.').at(-1)
      const forged = await connect(0, { auth: `${header}.${payload}.${signature}` })
      expect((await forged.closed).reason).toBe(RELAY_REFUSALS.tokenForged)
    })

    test('a page under development is accepted', async () => {
      const client = await connect(0, { origin: 'http://localhost:3000' })
      await ask(client, 'irn_subscribe', { topic: newTopic() })
    })
  })

  describe('whatever a client sends, it gets an error, and other clients are not affected:', () => {
    const PACE_MS = 11
    /** Slower than the limit, so that every frame is read. */
    const pace = () => new Promise((resolve) => setTimeout(resolve, PACE_MS))

    async function expectErrors(client: RelayClient, frame: string | Buffer) {
      await pace()
      const answer = await client.sendRaw(frame)
      expect(answer).toMatchObject({ error: { code: expect.any(Number), message: expect.any(String) } })
    }

    test('text and bytes', async () => {
      const client = await connect()
      const isNoRequest = (text: string | Uint8Array) => !/^\s*\{/.test(Buffer.from(text).toString())
      const frame = oneof(string({ unit: 'binary' }), json(), uint8Array({ maxLength: 100 })).filter(isNoRequest)
      await assert(
        asyncProperty(frame, (value) => expectErrors(client, typeof value === 'string' ? value : Buffer.from(value))),
        { numRuns: 150 },
      )
      await ask(client, 'irn_subscribe', { topic: newTopic() })
    })

    test('requests', async () => {
      const client = await connect()
      const method = constantFrom(...Object.keys(RelayMethods))
      const params = oneof(
        anything({ maxDepth: 2 }),
        record({
          topic: anything({ maxDepth: 0 }),
          topics: anything({ maxDepth: 1 }),
          message: anything({ maxDepth: 0 }),
          messages: anything({ maxDepth: 2 }),
          subscriptions: anything({ maxDepth: 2 }),
          ttl: anything({ maxDepth: 0 }),
        }),
      )
      await assert(
        asyncProperty(method, params, anything({ maxDepth: 1 }), async (name, value, id) => {
          // Values without a JSON form cannot be sent; an empty batch is valid.
          const text = JSON.stringify({ id, jsonrpc: '2.0', method: name, params: value }, (_, part) =>
            typeof part === 'bigint' ? `${part}` : Array.isArray(part) && part.length === 0 ? [0] : part,
          )
          await expectErrors(client, text)
        }),
        { numRuns: 300 },
      )
      await ask(client, 'irn_subscribe', { topic: newTopic() })
    })

    test('acknowledgements of messages that were never sent', async () => {
      const client = await connect()
      for (const id of [1, '1', 1e308, Number.MAX_SAFE_INTEGER]) {
        client.socket.send(JSON.stringify({ id, jsonrpc: '2.0', result: true }))
      }
      await ask(client, 'irn_subscribe', { topic: newTopic() })
    })

    test('tokens and project ids', async () => {
      const part = string({ unit: 'binary', maxLength: 40 })
      await assert(
        asyncProperty(part, part, async (auth, projectId) => {
          const client = await connectRelay(relay().urls[0], {
            auth,
            projectId,
          })
          expect((await client.closed).code).toBe(3000)
        }),
        { numRuns: 50 },
      )
    })

    test('the log contains no internal error', () => {
      expect(relay().output()).not.toContain('"level":"error"')
    })
  })

  test('the log does not reveal who sent what to whom', async () => {
    const keys = generateKeyPair()
    const auth = await tokenFor(relay().urls[0], keys)
    const client = await connect(0, { keys, auth })
    const topic = newTopic()
    await ask(client, 'irn_publish', { topic, message: 's3cret', tvf: { txHashes: ['s3cret'] } })
    await client.sendRaw('{"s3cret"')
    const closed = relay().output().split('relay connection closed').length
    await client.close()
    await until(() => relay().output().split('relay connection closed').length > closed)
    for (const secret of ['s3cret', topic, auth, client.clientId, '127.0.0.1', '::1']) {
      expect(relay().output()).not.toContain(secret)
    }
  })
}
