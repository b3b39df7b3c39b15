import type { RelayLimits } from './limits.ts'
import { createListeners } from './listeners.ts'
import { bytesOf, type Mailbox, type RelayMessage } from './mailbox.ts'
import { RelayError } from './relayError.ts'

/** Interval for removing expired messages. */
const SWEEP_INTERVAL_MS = 1_000

/** A message with its state, in the format in which a stopping process passes it to the next process. */
export interface KeptMessage extends RelayMessage {
  /** Milliseconds since 1970. */
  readonly expiresAt: number
  /** Client ids. */
  readonly acknowledgedBy: readonly string[]
}

interface Kept {
  readonly message: RelayMessage
  readonly bytes: number
  readonly expiresAt: number
  /** The publisher's address; absent for messages from an earlier process. */
  readonly address?: string
  readonly acknowledgedBy: Set<string>
}

interface Topic {
  /** The messages, keyed by message id; the oldest comes first. */
  readonly messages: Map<string, Kept>
  bytes: number
}

export interface MemoryMailbox extends Mailbox {
  /** All unexpired messages, oldest first within their topic. */
  contents(): KeptMessage[]
}

type Limits = Pick<
  RelayLimits,
  'queuedMessagesPerTopicMax' | 'queuedBytesPerTopicMax' | 'queuedBytesPerAddressMax' | 'memoryMaxBytes'
>

/** Stores messages in this process. A single timer removes all messages that expire in the same second. */
export function createMemoryMailbox(limits: Limits, contents: readonly KeptMessage[] = []): MemoryMailbox {
  const topics = new Map<string, Topic>()
  const endingIn = new Map<number, Set<Kept>>()
  /** Messages that any client has acknowledged, in the order of acknowledgement. */
  const acknowledged = new Set<Kept>()
  /** Counts unacknowledged messages only, because all others can be removed at any time. */
  const bytesByAddress = new Map<string, number>()
  const listeners = createListeners()
  let allBytes = 0
  let sweptUntil = second(Date.now())

  const bytesFrom = (address: string) => bytesByAddress.get(address) ?? 0

  function count({ address }: Kept, bytes: number) {
    if (address === undefined) return
    const sum = bytesFrom(address) + bytes
    if (sum > 0) bytesByAddress.set(address, sum)
    else bytesByAddress.delete(address)
  }

  function add(kept: Kept) {
    const topic = topics.get(kept.message.topic) ?? { messages: new Map(), bytes: 0 }
    topics.set(kept.message.topic, topic)
    topic.messages.set(kept.message.id, kept)
    topic.bytes += kept.bytes
    allBytes += kept.bytes
    count(kept, kept.bytes)
    const end = second(kept.expiresAt)
    endingIn.set(end, (endingIn.get(end) ?? new Set()).add(kept))
  }

  function remove(kept: Kept) {
    const { id, topic: name } = kept.message
    const topic = topics.get(name)
    if (topic?.messages.get(id) !== kept) return
    topic.messages.delete(id)
    acknowledged.delete(kept)
    topic.bytes -= kept.bytes
    allBytes -= kept.bytes
    if (kept.acknowledgedBy.size === 0) count(kept, -kept.bytes)
    if (topic.messages.size === 0) topics.delete(name)
    const end = second(kept.expiresAt)
    const others = endingIn.get(end)
    others?.delete(kept)
    if (others?.size === 0) endingIn.delete(end)
  }

  function sweep() {
    const now = second(Date.now())
    // After the clock was set far ahead, a loop over all seconds would have millions of steps.
    const due =
      now - sweptUntil > endingIn.size ? [...endingIn.keys()].filter((end) => end <= now) : range(sweptUntil, now)
    for (const end of due) for (const kept of endingIn.get(end) ?? []) remove(kept)
    sweptUntil = now
  }

  const liveIn = (topic: string) =>
    [...(topics.get(topic)?.messages.values() ?? [])].filter(({ expiresAt }) => expiresAt > Date.now())

  function fits(topic: Topic | undefined, bytes: number) {
    if (!topic) return true
    const { queuedMessagesPerTopicMax, queuedBytesPerTopicMax } = limits
    return topic.messages.size < queuedMessagesPerTopicMax && topic.bytes + bytes <= queuedBytesPerTopicMax
  }

  function makeRoom(topic: Topic | undefined, bytes: number) {
    for (const kept of topic?.messages.values() ?? []) {
      if (fits(topic, bytes)) return
      if (kept.acknowledgedBy.size > 0 || kept.expiresAt <= Date.now()) remove(kept)
    }
  }

  function makeRoomForAll(bytes: number) {
    for (const kept of acknowledged) {
      if (allBytes + bytes <= limits.memoryMaxBytes) return
      remove(kept)
    }
  }

  function acknowledge(kept: Kept, clientId: string) {
    if (kept.acknowledgedBy.size === 0) count(kept, -kept.bytes)
    kept.acknowledgedBy.add(clientId)
    acknowledged.add(kept)
  }

  for (const { expiresAt, acknowledgedBy, ...message } of contents) {
    const kept: Kept = { message, bytes: bytesOf(message), expiresAt, acknowledgedBy: new Set() }
    add(kept)
    for (const clientId of acknowledgedBy) acknowledge(kept, clientId)
  }
  const sweeping = setInterval(sweep, SWEEP_INTERVAL_MS).unref()

  return {
    async publish(message, ttlMs, address) {
      const topic = topics.get(message.topic)
      const known = topic?.messages.get(message.id)
      if (known && known.expiresAt > Date.now()) return
      if (known) remove(known)
      const bytes = bytesOf(message)
      makeRoom(topic, bytes)
      if (!fits(topic, bytes)) throw new RelayError('topic.full')
      if (bytesFrom(address) + bytes > limits.queuedBytesPerAddressMax) throw new RelayError('address.full')
      makeRoomForAll(bytes)
      if (allBytes + bytes > limits.memoryMaxBytes) throw new RelayError('mailbox.full')
      add({ message, bytes, address, expiresAt: Date.now() + ttlMs, acknowledgedBy: new Set() })
      listeners.published(message)
    },
    async subscribe(topic, listener) {
      const stop = listeners.add(topic, listener)
      return () => void stop()
    },
    async fetch(topic, clientId) {
      return liveIn(topic)
        .filter(({ message, acknowledgedBy }) => message.publisher !== clientId && !acknowledgedBy.has(clientId))
        .map(({ message }) => message)
    },
    async acknowledge(topic, messageId, clientId) {
      const kept = topics.get(topic)?.messages.get(messageId)
      if (kept) acknowledge(kept, clientId)
    },
    contents: () =>
      [...topics.keys()].flatMap(liveIn).map(({ message, expiresAt, acknowledgedBy }) => ({
        ...message,
        expiresAt,
        acknowledgedBy: [...acknowledgedBy],
      })),
    async close() {
      clearInterval(sweeping)
    },
  }
}

/** A time in whole seconds since 1970, rounded up. */
const second = (ms: number) => Math.ceil(ms / 1_000)

const range = (after: number, until: number) =>
  Array.from({ length: Math.max(0, until - after) }, (_, i) => after + 1 + i)
