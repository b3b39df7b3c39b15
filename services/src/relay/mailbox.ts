import { type InferOutput, number, object, optional, string } from 'valibot'

/** A publication as stored. The schema checks stored ones, which may have changed since. */
export const RelayMessage = object({
  /** sha256 of `message` in hexadecimal: clients publish again until they get an answer, and duplicates are ignored. */
  id: string(),
  topic: string(),
  message: string(),
  tag: number(),
  attestation: optional(string()),
  /** Client id; its own messages are never sent back to it. */
  publisher: string(),
  /** Milliseconds since 1970. */
  publishedAt: number(),
})
export type RelayMessage = Readonly<InferOutput<typeof RelayMessage>>

export interface TopicListener {
  /** Called once for every message, including the listener's own. */
  published(message: RelayMessage): void
  /** Messages may have been missed: the listener should fetch. */
  interrupted(): void
}

/**
 * Stores messages until their time to live ends and notifies listeners of new ones. The two kinds, in memory and on
 * Redis, look the same to clients.
 */
export interface Mailbox {
  /**
   * Resolves when the message is stored, or already was. In a full topic, acknowledged messages are removed for it.
   * @param address of the publisher, whose share is limited. It is stored separately from the message
   * @throws RelayError `topic.full`, `address.full`, `mailbox.full`, `mailbox.unavailable`
   */
  publish(message: RelayMessage, ttlMs: number, address: string): Promise<void>
  /**
   * Resolves when no later publication can be missed.
   * @returns ends the subscription
   * @throws RelayError `mailbox.unavailable`
   */
  subscribe(topic: string, listener: TopicListener): Promise<() => void>
  /**
   * The messages waiting for a client, oldest first: neither published nor acknowledged by it.
   * @throws RelayError `mailbox.unavailable`
   */
  fetch(topic: string, clientId: string): Promise<RelayMessage[]>
  /** @throws RelayError `mailbox.unavailable` */
  acknowledge(topic: string, messageId: string, clientId: string): Promise<void>
  /** Resolves when the server that stores the messages answers; absent in memory. */
  ping?(): Promise<void>
  close(): Promise<void>
}

/** Ids, times and bookkeeping: without it, a million empty messages would count as nothing. */
const ENVELOPE_BYTES = 500

/** Approximate size of a message. */
export const bytesOf = ({ message, attestation = '' }: RelayMessage) =>
  ENVELOPE_BYTES + Buffer.byteLength(message) + Buffer.byteLength(attestation)
