import type { JsonShape } from '../http/jsonShape.ts'

/** The relay's limits, so that no client can take its resources from the others. */
export interface RelayLimits {
  /** The size of a WebSocket message from a client. A larger message ends the connection with 1009. */
  readonly frameMaxBytes: number
  /** Nesting and number of values in a frame; measured before the frame is parsed. */
  readonly frameShape: JsonShape
  /** The size of the `message` in one publication, as UTF-8. */
  readonly messageMaxBytes: number
  /** Requests per second beyond this number get an error. Acknowledgements do not count. */
  readonly requestsPerSecondMax: number
  /** Frames of any kind, including pings and pongs; above this, the connection ends with 1013. */
  readonly framesPerSecondMax: number
  /** Bytes from one connection; above this, the connection ends with 1013. */
  readonly bytesPerSecondMax: number
  /** Bytes from all connections of one client together; the connection that exceeds this ends with 1013. */
  readonly bytesPerClientPerSecondMax: number
  /** Requests that wait for the mailbox. The next request is read only when one of these is answered. */
  readonly requestsInFlightMax: number
  readonly topicsPerBatchMax: number
  readonly messagesPerBatchMax: number
  readonly topicsPerConnectionMax: number
  /** Topics over all connections of one client to this process. */
  readonly topicsPerClientMax: number
  /** Connections of this process that subscribe to one topic: each publication is sent to all of them. */
  readonly subscribersPerTopicMax: number
  /** When this many messages wait in a topic, acknowledged ones are removed; if none, a publication is refused. */
  readonly queuedMessagesPerTopicMax: number
  readonly queuedBytesPerTopicMax: number
  /** Bytes of unexpired messages published from one address. In memory, acknowledged messages do not count. */
  readonly queuedBytesPerAddressMax: number
  /** Bytes of all topics together, if messages are kept in memory. */
  readonly memoryMaxBytes: number
  /** Bytes of the messages in one answer to `irn_fetchMessages`. */
  readonly fetchMaxBytes: number
  /**
   * Connections per client, that is, per IPv4 address or IPv6 /64. Behind a proxy that `TRUSTED_PROXIES` does not
   * count, all clients have the proxy's address.
   */
  readonly connectionsPerAddressMax: number
  readonly connectionsPerProjectMax: number
  /** Bytes sent but not yet read by the client; above this, the connection is cut. */
  readonly unsentMaxBytes: number
  /** Unacknowledged deliveries per connection; the oldest are forgotten. */
  readonly unacknowledgedMax: number
  /** Clients give up after 35 s without a ping. A client that has not answered a ping by the next one is cut off. */
  readonly pingIntervalMs: number
}

export const RELAY_LIMITS: RelayLimits = {
  frameMaxBytes: 1_000_000,
  frameShape: { depth: 32, values: 10_000 },
  messageMaxBytes: 500_000,
  requestsPerSecondMax: 100,
  framesPerSecondMax: 2_000,
  bytesPerSecondMax: 4_000_000,
  bytesPerClientPerSecondMax: 16_000_000,
  requestsInFlightMax: 32,
  topicsPerBatchMax: 500,
  messagesPerBatchMax: 100,
  topicsPerConnectionMax: 1_000,
  topicsPerClientMax: 2_000,
  subscribersPerTopicMax: 50,
  queuedMessagesPerTopicMax: 500,
  queuedBytesPerTopicMax: 4_000_000,
  queuedBytesPerAddressMax: 32_000_000,
  memoryMaxBytes: 256_000_000,
  fetchMaxBytes: 4_000_000,
  connectionsPerAddressMax: 500,
  connectionsPerProjectMax: 20_000,
  unsentMaxBytes: 8_000_000,
  unacknowledgedMax: 1_000,
  pingIntervalMs: 25_000,
}

/** The tolerance for a client's clock, the same as at other relays. */
export const TOKEN_LEEWAY_S = 120

/** How long a stopping relay waits until requests are answered and clients have disconnected. */
export const GOODBYE_PATIENCE_MS = 2_000
