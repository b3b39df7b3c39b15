import { createClient, ReconnectStrategyError } from '@redis/client'
import { jsonIn, matching } from '../json.ts'
import type { Log } from '../log.ts'
import { createOutage } from '../outage.ts'
import type { RelayLimits } from './limits.ts'
import { createListeners } from './listeners.ts'
import { bytesOf, type Mailbox, RelayMessage } from './mailbox.ts'
import { channelOf, scripts } from './redisScripts.ts'
import { RelayError } from './relayError.ts'

const CONNECT_TIMEOUT_MS = 5_000
/** The timeout of a command: on a broken connection, a command in flight may get neither an answer nor an error. */
const COMMAND_TIMEOUT_MS = 4_000
/** Pings make a working server answer: one that is silent for `SILENCE_MAX_MS` counts as down. */
const PING_INTERVAL_MS = 3_000
const SILENCE_MAX_MS = 10_000
const RECONNECT_MS = { first: 50, longest: 2_000 }

/** Ignores foreign messages, because the server may have other users. */
const readBody = (body: string): RelayMessage | undefined => matching(RelayMessage, jsonIn(body))

type Limits = Pick<RelayLimits, 'queuedMessagesPerTopicMax' | 'queuedBytesPerTopicMax' | 'queuedBytesPerAddressMax'>

/** A connection to the server. Once ready, it reconnects whenever it breaks; while it is broken, calls fail at once. */
function createConnection(url: string, outage: { begin(reason: unknown): void; stands(): void }) {
  let hasStood = false
  const client = createClient({
    url,
    scripts,
    disableOfflineQueue: true,
    pingInterval: PING_INTERVAL_MS,
    socket: {
      connectTimeout: CONNECT_TIMEOUT_MS,
      socketTimeout: SILENCE_MAX_MS,
      reconnectStrategy: (retries, cause) =>
        hasStood ? Math.min(RECONNECT_MS.longest, RECONNECT_MS.first * 2 ** Math.min(retries, 10)) : cause,
    },
  })
  client.on('error', (error: Error) => {
    // Until the first success, `open` reports the error.
    if (hasStood) outage.begin(error)
  })
  client.on('ready', outage.stands)
  return {
    client,
    /** @throws Error with one sentence */
    async open() {
      try {
        await client.connect()
      } catch (cause) {
        const { message, code } = (
          cause instanceof ReconnectStrategyError ? cause.originalError : cause
        ) as NodeJS.ErrnoException
        throw new Error(`The Redis server cannot be used: ${message || code}.`, { cause })
      }
      hasStood = true
    },
    async close() {
      // Waits for pending answers, but not for a server that is down.
      if (client.isReady) await client.close().catch(() => {})
      else client.destroy()
    },
  }
}

/** @throws RelayError `mailbox.unavailable` */
async function answered<T>(command: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const silence = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('Redis does not answer')), COMMAND_TIMEOUT_MS)
  })
  try {
    return await Promise.race([command, silence])
  } catch (cause) {
    throw new RelayError('mailbox.unavailable', {}, cause)
  } finally {
    clearTimeout(timer)
    command.catch(() => {}) // its later outcome does not matter
  }
}

/**
 * Stores messages on a Redis server, so that several processes can serve the same pairings, and the crash of one loses
 * nothing. The operator decides how durably Redis stores them (`appendonly`).
 * @throws Error with one sentence if the server cannot be used
 */
export async function openRedisMailbox(url: string, limits: Limits, log: Log): Promise<Mailbox> {
  const outage = createOutage(log, 'Redis')
  const reports = {
    begin: outage.begin,
    // The outage ends when both connections are ready.
    stands() {
      if (commands.client.isReady && subscriptions.client.isReady) outage.end()
    },
  }
  const commands = createConnection(url, reports)
  const subscriptions = createConnection(url, reports)
  await commands.open()
  try {
    await subscriptions.open()
  } catch (error) {
    commands.client.destroy()
    throw error
  }

  const listeners = createListeners()
  const hear = (body: string) => {
    const message = readBody(body)
    if (message) listeners.published(message)
  }
  // Redis does not repeat publications that were missed during an outage. Once `subscriptions` is ready, it has
  // subscribed again; missed messages are fetched with `commands`, which may recover later.
  const catchUp = () => {
    if (commands.client.isReady && subscriptions.client.isReady) listeners.interrupted()
  }
  commands.client.on('ready', catchUp)
  subscriptions.client.on('ready', catchUp)

  return {
    async publish(message, ttlMs, address) {
      const bytes = bytesOf(message)
      const hasRoom = await answered(commands.client.takeRoom(address, bytes, ttlMs, limits.queuedBytesPerAddressMax))
      if (!hasRoom) throw new RelayError('address.full')
      const outcome = await answered(
        commands.client.keepMessage({
          topic: message.topic,
          id: message.id,
          body: JSON.stringify(message),
          publisher: message.publisher,
          bytes,
          ttlMs,
          maxCount: limits.queuedMessagesPerTopicMax,
          maxBytes: limits.queuedBytesPerTopicMax,
        }),
      )
      if (outcome === 'full') throw new RelayError('topic.full')
    },
    async subscribe(topic, listener) {
      const remove = listeners.add(topic, listener)
      const stop = () => {
        // If this fails, the connection and its subscriptions are gone.
        if (remove()) subscriptions.client.unsubscribe(channelOf(topic), hear).catch(() => {})
      }
      try {
        await answered(subscriptions.client.subscribe(channelOf(topic), hear))
      } catch (error) {
        stop()
        throw error
      }
      return stop
    },
    async fetch(topic, clientId) {
      const bodies = await answered(commands.client.waitingFor(topic, clientId))
      return bodies.flatMap((body) => readBody(body) ?? [])
    },
    async acknowledge(topic, messageId, clientId) {
      await answered(commands.client.acknowledge(topic, messageId, clientId))
    },
    async ping() {
      await Promise.all([commands.client.ping(), subscriptions.client.ping()])
    },
    async close() {
      await Promise.all([commands.close(), subscriptions.close()])
    },
  }
}
