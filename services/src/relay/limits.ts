import type { JsonShape } from '../http/jsonShape.ts'

/** Limits per client, so that none takes the relay from others. */
export interface RelayLimits {
  /** A WebSocket message from a client; a larger one ends the connection with 1009. */
  readonly frameMaxBytes: number
  /** Nesting and number of values in a frame; measured before it is parsed. */
  readonly frameShape: JsonShape
  /** The `message` of one publication, as UTF-8. */
  readonly messageMaxBytes: number
  /** Further requests get an error. Acknowledgements do not count. */
  readonly requestsPerSecondMax: number
  /** Frames of any kind, including pings and pongs; over this the connection ends with 1013. */
  readonly framesPerSecondMax: number
  /** Bytes per connection, … */
  readonly bytesPerSecondMax: number
  /** … and of all connections of one client together: the one that exceeds it ends with 1013. */
  readonly bytesPerClientPerSecondMax: number
  /** Requests that wait for the mailbox; the next one is read when one is answered. */
  readonly requestsInFlightMax: number
  readonly topicsPerBatchMax: number
  readonly messagesPerBatchMax: number
  readonly topicsPerConnectionMax: number
  /** Over all connections of one client to this process. */
  readonly topicsPerClientMax: number
  /** Connections of this process on one topic: each publication is sent to all of them. */
  readonly subscribersPerTopicMax: number
  /** At this length, acknowledged messages are removed; without any, a publication is refused. */
  readonly queuedMessagesPerTopicMax: number
  readonly queuedBytesPerTopicMax: number
  /** Bytes published from one address that have not expired or, in memory, been received. */
  readonly queuedBytesPerAddressMax: number
  /** All topics together, if kept in memory. */
  readonly memoryMaxBytes: number
  /** The messages of one answer to `irn_fetchMessages`. */
  readonly fetchMaxBytes: number
  /**
   * Per client: an IPv4 address or an IPv6 /64. Behind a proxy missing from `TRUSTED_PROXIES`, everyone has the
   * proxy's address.
   */
  readonly connectionsPerAddressMax: number
  readonly connectionsPerProjectMax: number
  /** Sent but not yet read by the client; over this the connection is cut. */
  readonly unsentMaxBytes: number
  /** Unacknowledged deliveries per connection; the oldest are forgotten. */
  readonly unacknowledgedMax: number
  /** Clients give up after 35 s without a ping; those that have not answered by the next ping are cut off. */
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

/** Tolerance for a client's clock, as at other relays. */
export const TOKEN_LEEWAY_S = 120

/** How long a stopping relay lets requests be answered and clients disconnect. */
export const GOODBYE_PATIENCE_MS = 2_000
