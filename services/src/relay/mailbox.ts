import { number, optional, string } from 'valibot'

/** One publication, as it is kept. */
export interface RelayMessage {
  /** sha256 of `message` in hexadecimal: a client publishes again until it is answered, and the second time counts for nothing. */
  readonly id: string
  readonly topic: string
  readonly message: string
  readonly tag: number
  readonly attestation?: string
  /** Client id; a message is never sent back to it. */
  readonly publisher: string
  /** Milliseconds since 1970. */
  readonly publishedAt: number
}

/** A message that was written down and may not be what it was when it is read. */
export const relayMessageEntries = {
  id: string(),
  topic: string(),
  message: string(),
  tag: number(),
  attestation: optional(string()),
  publisher: string(),
  publishedAt: number(),
}

export interface TopicListener {
  /** Hears every message once, also the listener's own. */
  published(message: RelayMessage): void
  /** Messages may have been missed: what is kept should be fetched. */
  interrupted(): void
}

/**
 * Keeps messages until their time to live is over and tells listeners about new ones. The two kinds, in memory and on
 * Redis, differ in nothing that a client notices.
 */
export interface Mailbox {
  /**
   * Resolves when the message is kept, or was kept already. Acknowledged messages make room where the topic is full.
   * @param address of whoever publishes: what it may fill is limited. It is kept apart from the message
   * @throws RelayError `topic.full`, `address.full`, `mailbox.full`, `mailbox.unavailable`
   */
  publish(message: RelayMessage, ttlMs: number, address: string): Promise<void>
  /**
   * Resolves when nothing that is published from now on will be missed.
   * @returns stops it
   * @throws RelayError `mailbox.unavailable`
   */
  subscribe(topic: string, listener: TopicListener): Promise<() => void>
  /**
   * What waits for a client, oldest first: neither published nor acknowledged by it.
   * @throws RelayError `mailbox.unavailable`
   */
  fetch(topic: string, clientId: string): Promise<RelayMessage[]>
  /** @throws RelayError `mailbox.unavailable` */
  acknowledge(topic: string, messageId: string, clientId: string): Promise<void>
  /** Where messages are kept on a server: resolves when it answers. */
  ping?(): Promise<void>
  close(): Promise<void>
}

/** Ids, times and bookkeeping: without it a million empty messages would seem to take up nothing. */
const ENVELOPE_BYTES = 500

/** What a message takes up, roughly. */
export const bytesOf = ({ message, attestation = '' }: RelayMessage) =>
  ENVELOPE_BYTES + Buffer.byteLength(message) + Buffer.byteLength(attestation)
