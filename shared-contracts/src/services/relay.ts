import {
  array,
  boolean,
  finite,
  type GenericSchema,
  type InferInput,
  type InferOutput,
  integer,
  literal,
  maxLength,
  maxValue,
  minLength,
  minValue,
  null_,
  number,
  object,
  optional,
  pipe,
  regex,
  string,
  union,
  unknown,
} from 'valibot'

/**
 * The relay protocol "irn" (devstack.md, "Relay protocol"): JSON-RPC 2.0 over one WebSocket. Two clients that know a
 * topic exchange encrypted messages with that topic. Fields that are not named here (`prompt`, `tvf`, `correlationId`)
 * are accepted and dropped unread.
 */

/** A message is kept for 5 minutes by default, and for at most 30 days. */
export const RELAY_TTL_DEFAULT_S = 300
export const RELAY_TTL_MIN_S = 1
export const RELAY_TTL_MAX_S = 2_592_000

/** The tags of messages that the relay publishes for a client, in `wc_proposeSession` and `wc_approveSession`. */
export const RELAY_TAGS = { proposeRequest: 1100, proposeResponse: 1101, settleRequest: 1102 } as const

/** Codes from JSON-RPC 2.0 §5.1, and two from its range for servers. */
export const RELAY_ERROR_CODES = {
  unreadable: -32700,
  invalidRequest: -32600,
  unknownMethod: -32601,
  invalidParams: -32602,
  failed: -32603,
  limitExceeded: -32005,
  unavailable: -32000,
} as const

/** Codes from RFC 6455 §7.4. 3000 is the relay's own code for a rejected client. */
export const RELAY_CLOSE_CODES = { goingAway: 1001, tooLarge: 1009, tryAgainLater: 1013, unauthorized: 3000 } as const

/** Why a client is rejected (services.md §12). Clients turn these texts into APKT007, APKT002 and APKT006. */
export const RELAY_REFUSALS = {
  invalidKey: 'Unauthorized: invalid key',
  originNotAllowed: 'Unauthorized: origin not allowed',
  tokenNotYetValid: 'JWT validation error: JWT Token is not yet valid',
  tokenExpired: 'JWT validation error: JWT Token is expired',
  tokenMissing: 'JWT validation error: JWT Token is missing',
  tokenMalformed: 'JWT validation error: JWT Token is malformed',
  tokenForged: 'JWT validation error: JWT Token has a wrong signature',
  tokenForOther: 'JWT validation error: JWT Token is for another relay',
} as const

/** A symmetric key's SHA-256 hash, in hex. Never announced: anyone who knows it can read and write its messages. */
export const Topic = pipe(string(), regex(/^[0-9a-f]{64}$/, 'must be 64 lower-case hexadecimal characters'))

/** An encrypted envelope in base64, which the relay cannot read. */
const Message = pipe(string(), minLength(1, 'must not be empty'))
const Ttl = optional(
  pipe(number(), integer(), minValue(RELAY_TTL_MIN_S), maxValue(RELAY_TTL_MAX_S)),
  RELAY_TTL_DEFAULT_S,
)
const Tag = optional(pipe(number(), integer(), minValue(0), maxValue(Number.MAX_SAFE_INTEGER)), 0)
const Attestation = optional(string())

/** `ttl` is in seconds. `tag` is the kind of the message, for statistics. */
export const PublishParams = object({ topic: Topic, message: Message, ttl: Ttl, tag: Tag, attestation: Attestation })
const SubscribeParams = object({ topic: Topic })
const UnsubscribeParams = object({ topic: Topic, id: optional(string()) })
const Done = literal(true)

/** The SHA-256 hash of topic and client id, in hexadecimal. Clients calculate it as well. */
const SubscriptionId = pipe(string(), regex(/^[0-9a-f]{64}$/))

/** A message to deliver. `publishedAt` is in milliseconds since 1970. */
export const RelayedMessage = object({
  topic: Topic,
  message: Message,
  publishedAt: number(),
  tag: number(),
  attestation: optional(string()),
})

/** `hasMore` is true when the answer would have been too large. A client gets the rest when it subscribes. */
const FetchResult = object({ messages: array(RelayedMessage), hasMore: boolean() })

/** All calls that a client can make. */
export const RelayMethods = {
  irn_publish: { params: PublishParams, result: Done },
  irn_batchPublish: { params: object({ messages: array(PublishParams) }), result: Done },
  irn_subscribe: { params: SubscribeParams, result: SubscriptionId },
  irn_batchSubscribe: { params: object({ topics: array(Topic) }), result: array(SubscriptionId) },
  irn_unsubscribe: { params: UnsubscribeParams, result: Done },
  irn_batchUnsubscribe: { params: object({ subscriptions: array(UnsubscribeParams) }), result: Done },
  irn_fetchMessages: { params: SubscribeParams, result: FetchResult },
  irn_batchFetchMessages: { params: object({ topics: array(Topic) }), result: FetchResult },
  /** The relay subscribes the caller to the pairing topic and publishes the proposal. */
  wc_proposeSession: {
    params: object({ pairingTopic: Topic, sessionProposal: Message, ttl: Ttl, attestation: Attestation }),
    result: Done,
  },
  /** Subscribes the caller to the session topic; publishes the settlement there, the response on the pairing topic. */
  wc_approveSession: {
    params: object({
      sessionTopic: Topic,
      pairingTopic: Topic,
      sessionProposalResponse: Message,
      sessionSettlementRequest: Message,
      ttl: Ttl,
    }),
    result: Done,
  },
} as const satisfies Record<string, { params: GenericSchema; result: GenericSchema }>

export type RelayMethod = keyof typeof RelayMethods
export type RelayParams<M extends RelayMethod> = InferOutput<(typeof RelayMethods)[M]['params']>
export type RelayResult<M extends RelayMethod> = InferInput<(typeof RelayMethods)[M]['result']>

/** A number or a text, which is returned to the client unchanged. */
export const RelayRequestId = union([pipe(number(), finite()), pipe(string(), maxLength(100))])

export const RelayRequest = object({
  id: RelayRequestId,
  jsonrpc: literal('2.0'),
  method: string(),
  params: optional(unknown()),
})

/** A client's acknowledgement of a delivery. Without it, the client gets the message again when it next subscribes. */
export const RelayAcknowledgement = object({ id: RelayRequestId, jsonrpc: literal('2.0'), result: literal(true) })

export const RelayAnswer = union([
  object({ id: RelayRequestId, jsonrpc: literal('2.0'), result: unknown() }),
  object({
    /** `null` when the request's own id was unreadable. */
    id: union([RelayRequestId, null_()]),
    jsonrpc: literal('2.0'),
    error: object({ code: pipe(number(), integer()), message: string() }),
  }),
])

/** Sent by the relay to a client: one message, which the client answers with a `RelayAcknowledgement`. */
export const RelayDelivery = object({
  id: RelayRequestId,
  jsonrpc: literal('2.0'),
  method: literal('irn_subscription'),
  params: object({ id: SubscriptionId, data: RelayedMessage }),
})

export type PublishParams = InferOutput<typeof PublishParams>
export type RelayedMessage = InferOutput<typeof RelayedMessage>
export type RelayRequestId = InferOutput<typeof RelayRequestId>
export type RelayAnswer = InferOutput<typeof RelayAnswer>
export type RelayDelivery = InferOutput<typeof RelayDelivery>
