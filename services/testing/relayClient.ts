import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { RelayAnswer, RelayDelivery, type RelayMethod, type RelayParams } from '@portico/contracts/services/relay'
import { encodeIss, generateKeyPair, signJWT } from '@walletconnect/relay-auth'
import { is, parse } from 'valibot'
import { WebSocket } from 'ws'
import { PROJECT_ID } from './runServices.ts'

const A_DAY_S = 86_400

export const newTopic = () => randomBytes(32).toString('hex')
export type KeyPair = ReturnType<typeof generateKeyPair>
export { generateKeyPair }

export interface ClientOptions {
  /** Connections with the same keys belong to the same client. */
  readonly keys?: KeyPair
  readonly projectId?: string
  readonly origin?: string
  /** The token; `null` sends none. */
  readonly auth?: string | null
  readonly headers?: Readonly<Record<string, string>>
}

/** Parameters as clients send them: those with a default may be omitted. */
type Sent<M extends RelayMethod> = Partial<RelayParams<M>> & Record<string, unknown>

export interface RelayClient {
  readonly clientId: string
  readonly socket: WebSocket
  /** All deliveries, in the order received. */
  readonly deliveries: RelayDelivery[]
  /** Whether deliveries are acknowledged at once. */
  isAcknowledging: boolean
  /** The relay's answer, checked against the schema. */
  call<M extends RelayMethod>(method: M, params: Sent<M>): Promise<RelayAnswer>
  /** Sends any text as one frame; resolves with the next answer, whatever its id. */
  sendRaw(text: string | Buffer): Promise<RelayAnswer>
  acknowledge(delivery: RelayDelivery): void
  /** The texts of the deliveries on a topic. */
  messages(topic: string): string[]
  readonly closed: Promise<{ code: number; reason: string }>
  close(): Promise<void>
}

export const tokenFor = (url: string, keys: KeyPair, iat?: number, ttlS = A_DAY_S) =>
  signJWT(randomBytes(32).toString('hex'), url, ttlS, keys, iat)

export const addressOf = (url: string, auth: string | null, projectId: string) => {
  const query = new URLSearchParams({
    ...(auth !== null && { auth }),
    projectId,
    ua: 'wc-2/js-2.21.8',
    useOnCloseEvent: 'true',
  })
  return `${url}/?${query}`
}

/**
 * A client independent of the relay, like a wallet: it knows the protocol from the schemas, and signs with the library
 * that wallets use. Resolves when the socket is open, even if the client is then refused.
 */
export async function connectRelay(url: string, options: ClientOptions = {}): Promise<RelayClient> {
  const { keys = generateKeyPair(), projectId = PROJECT_ID, origin, headers } = options
  const auth = options.auth === undefined ? await tokenFor(url, keys) : options.auth
  const socket = new WebSocket(addressOf(url, auth, projectId), { origin, headers })
  const deliveries: RelayDelivery[] = []
  const waiting = new Map<unknown, (answer: RelayAnswer) => void>()
  const waitingForAny: ((answer: RelayAnswer) => void)[] = []
  let lastId = 0

  const client: RelayClient = {
    clientId: encodeIss(keys.publicKey),
    socket,
    deliveries,
    isAcknowledging: true,
    call(method, params) {
      lastId += 1
      const id = lastId
      return new Promise((resolve) => {
        waiting.set(id, resolve)
        socket.send(JSON.stringify({ id, jsonrpc: '2.0', method, params }))
      })
    },
    sendRaw(text) {
      return new Promise((resolve) => {
        waitingForAny.push(resolve)
        socket.send(text)
      })
    },
    acknowledge({ id }) {
      socket.send(JSON.stringify({ id, jsonrpc: '2.0', result: true }))
    },
    messages: (topic) =>
      deliveries.filter(({ params }) => params.data.topic === topic).map(({ params }) => params.data.message),
    closed: once(socket, 'close').then(([code, reason]) => ({ code: Number(code), reason: String(reason) })),
    async close() {
      socket.close()
      await client.closed
    },
  }

  socket.on('error', () => {})
  socket.on('message', (data) => {
    const frame: unknown = JSON.parse(data.toString())
    if (is(RelayDelivery, frame)) {
      deliveries.push(frame)
      if (client.isAcknowledging) client.acknowledge(frame)
      return
    }
    const answer = parse(RelayAnswer, frame)
    const resolve = waiting.get(answer.id) ?? waitingForAny.shift()
    waiting.delete(answer.id)
    resolve?.(answer)
  })
  await once(socket, 'open')
  return client
}

/** The result of a successful answer. */
export function resultOf(answer: RelayAnswer): unknown {
  if ('error' in answer) throw new Error(`${answer.error.code} ${answer.error.message}`)
  return answer.result
}
