import type { JsonShape } from '../http/jsonShape.ts'

/** What one client may ask of the relay, so that it cannot take it from the others. */
export interface RelayLimits {
  /** One WebSocket message of a client; a larger one ends the connection with 1009. */
  readonly frameMaxBytes: number
  /** How deep a frame may be nested and how many values it may hold; it is looked over before it is parsed. */
  readonly frameShape: JsonShape
  /** The `message` of one publication, as UTF-8. */
  readonly messageMaxBytes: number
  /** Requests over this are answered with an error. Acknowledgements do not count. */
  readonly requestsPerSecondMax: number
  /** Whatever a client sends, pings and pongs too; over this the connection ends with 1013. */
  readonly framesPerSecondMax: number
  /** The same in bytes, of one connection, … */
  readonly bytesPerSecondMax: number
  /** … and of all connections of one client together: the one that goes over it ends with 1013. */
  readonly bytesPerClientPerSecondMax: number
  /** Requests that wait for the mailbox; the next one is read when one of them is answered. */
  readonly requestsInFlightMax: number
  readonly topicsPerBatchMax: number
  readonly messagesPerBatchMax: number
  readonly topicsPerConnectionMax: number
  /** Over all connections of one client to this process. */
  readonly topicsPerClientMax: number
  /** Connections of this process that hear one topic: each publication is sent to all of them. */
  readonly subscribersPerTopicMax: number
  /** At this length, acknowledged messages make room; where there are none, a publication is refused. */
  readonly queuedMessagesPerTopicMax: number
  readonly queuedBytesPerTopicMax: number
  /** What was written from one address, until its time to live is over or, in memory, somebody has taken it. */
  readonly queuedBytesPerAddressMax: number
  /** All topics together, where they are kept in memory. */
  readonly memoryMaxBytes: number
  /** The messages of one answer to `irn_fetchMessages`. */
  readonly fetchMaxBytes: number
  /** Of one client: an address of IPv4 or a /64 of IPv6. Behind a proxy that is not named by `TRUSTED_PROXIES`, everybody has the proxy's address. */
  readonly connectionsPerAddressMax: number
  readonly connectionsPerProjectMax: number
  /** Sent, but not taken off the line by the client; over this the connection is cut. */
  readonly unsentMaxBytes: number
  /** Deliveries of one connection whose acknowledgement is still waited for; the oldest ones are forgotten. */
  readonly unacknowledgedMax: number
  /** Clients that hear no ping for 35 s give up; those that have not answered by the next one are cut off. */
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

/** A client's clock may be wrong by this much; also what other relays grant. */
export const TOKEN_LEEWAY_S = 120

/** A stopping relay lets requests be answered and clients say goodbye for this long. */
export const GOODBYE_PATIENCE_MS = 2_000
