import { type InferOutput, number, object, optional, string } from 'valibot'

/** A publication as stored. The schema checks what is read from storage, where it may have been changed. */
export const RelayMessage = object({
  /** The SHA-256 of `message` in hexadecimal. Clients republish until they get an answer; the id reveals duplicates. */
  id: string(),
  topic: string(),
  message: string(),
  tag: number(),
  attestation: optional(string()),
  /** The publisher's client id; clients never get their own messages. */
  publisher: string(),
  /** Milliseconds since 1970. */
  publishedAt: number(),
})
export type RelayMessage = Readonly<InferOutput<typeof RelayMessage>>

export interface TopicListener {
  /** Called once for every message, including the listener's own. */
  published(message: RelayMessage): void
  /** Called when messages may have been missed: the listener should fetch them. */
  interrupted(): void
}

/**
 * Stores messages until their time to live ends, and notifies listeners of new ones. To clients, the two kinds of
 * mailbox, in memory and on Redis, look the same.
 */
export interface Mailbox {
  /**
   * Resolves when the message is stored, or if it already was. In a full topic, acknowledged messages make room for it.
   * @param address the publisher's address, whose share is limited. It is stored separately from the message
   * @throws RelayError `topic.full`, `address.full`, `mailbox.full`, `mailbox.unavailable`
   */
  publish(message: RelayMessage, ttlMs: number, address: string): Promise<void>
  /**
   * Resolves when no later publication can be missed.
   * @returns a function that ends the subscription
   * @throws RelayError `mailbox.unavailable`
   */
  subscribe(topic: string, listener: TopicListener): Promise<() => void>
  /**
   * The messages that wait for a client, oldest first: those that it has neither published nor acknowledged.
   * @throws RelayError `mailbox.unavailable`
   */
  fetch(topic: string, clientId: string): Promise<RelayMessage[]>
  /** @throws RelayError `mailbox.unavailable` */
  acknowledge(topic: string, messageId: string, clientId: string): Promise<void>
  /** Resolves when the server that stores the messages answers; absent in memory. */
  ping?(): Promise<void>
  close(): Promise<void>
}

/** A message's overhead: ids, times and bookkeeping. Without it, a million empty messages would count as nothing. */
const ENVELOPE_BYTES = 500

/** Approximate size of a message. */
export const bytesOf = ({ message, attestation = '' }: RelayMessage) =>
  ENVELOPE_BYTES + Buffer.byteLength(message) + Buffer.byteLength(attestation)
