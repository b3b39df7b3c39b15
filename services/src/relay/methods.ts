import { createHash } from 'node:crypto'
import {
  RELAY_TAGS,
  type RelayedMessage,
  type RelayMethod,
  RelayMethods,
  type RelayParams,
  type RelayResult,
} from '@portico/contracts/services/relay'
import { type BaseIssue, type GenericSchema, getDotPath, safeParse } from 'valibot'
import type { RelayLimits } from './limits.ts'
import { bytesOf, type Mailbox, type RelayMessage } from './mailbox.ts'
import { RelayError } from './relayError.ts'
import type { Subscriptions } from './subscriptions.ts'

/** The requesting client and its subscriptions. */
interface Caller {
  readonly clientId: string
  /** See `clientAddress`. */
  readonly address: string
  readonly mailbox: Mailbox
  readonly limits: RelayLimits
  readonly subscriptions: Subscriptions
}

type Method = (caller: Caller, params: unknown) => Promise<unknown>

function reasonOf(issue: BaseIssue<unknown>) {
  const path = getDotPath(issue)
  // Leaves out the received value, which can be half a megabyte long.
  const reason = issue.message.replace(/(:| but) received .*/is, '')
  return path ? `${path}: ${reason}` : reason
}

/** @throws RelayError `params.invalid` */
const method = <M extends RelayMethod>(
  name: M,
  answer: (caller: Caller, params: RelayParams<M>) => Promise<RelayResult<M>>,
): Method => {
  const schema = RelayMethods[name].params as GenericSchema<unknown, RelayParams<M>>
  return (caller, params) => {
    const result = safeParse(schema, params, { abortEarly: true })
    if (!result.success) throw new RelayError('params.invalid', { reason: reasonOf(result.issues[0]) })
    return answer(caller, result.output)
  }
}

type Publication = RelayParams<'irn_publish'>

function checkSize({ limits }: Caller, { message, attestation = '' }: Pick<Publication, 'message' | 'attestation'>) {
  if (Buffer.byteLength(message) + Buffer.byteLength(attestation) > limits.messageMaxBytes) {
    throw new RelayError('message.tooLarge', { limit: limits.messageMaxBytes })
  }
}

async function publish(caller: Caller, { topic, message, ttl, tag, attestation }: Publication) {
  const id = createHash('sha256').update(message).digest('hex')
  const publishedAt = Date.now()
  await caller.mailbox.publish(
    { id, topic, message, tag, attestation, publisher: caller.clientId, publishedAt },
    ttl * 1_000,
    caller.address,
  )
}

/** Checks all publications before publishing the first. */
async function publishAll(caller: Caller, publications: readonly Publication[]): Promise<true> {
  for (const publication of publications) checkSize(caller, publication)
  await Promise.all(publications.map((publication) => publish(caller, publication)))
  return true
}

const relayed = ({ topic, message, publishedAt, tag, attestation }: RelayMessage): RelayedMessage => ({
  topic,
  message,
  publishedAt,
  tag,
  attestation,
})

async function fetchAll({ clientId, mailbox, limits }: Caller, topics: readonly string[]) {
  const messages: RelayedMessage[] = []
  let bytes = 0
  for (const topic of topics) {
    for (const message of await mailbox.fetch(topic, clientId)) {
      bytes += bytesOf(message)
      if (bytes > limits.fetchMaxBytes) return { messages, hasMore: true }
      messages.push(relayed(message))
    }
  }
  return { messages, hasMore: false }
}

function checkLength(batch: readonly unknown[], limit: number) {
  if (batch.length > limit) throw new RelayError('batch.tooLong', { limit })
}

/** The methods that clients can call. Apart from internal errors, they throw only `RelayError`. */
export const methods: ReadonlyMap<string, Method> = new Map(
  Object.entries({
    irn_publish: method('irn_publish', (caller, params) => publishAll(caller, [params])),
    irn_batchPublish: method('irn_batchPublish', (caller, { messages }) => {
      checkLength(messages, caller.limits.messagesPerBatchMax)
      return publishAll(caller, messages)
    }),
    irn_subscribe: method('irn_subscribe', ({ subscriptions }, { topic }) => subscriptions.subscribe(topic)),
    irn_batchSubscribe: method('irn_batchSubscribe', ({ subscriptions, limits }, { topics }) => {
      checkLength(topics, limits.topicsPerBatchMax)
      return Promise.all(topics.map((topic) => subscriptions.subscribe(topic)))
    }),
    irn_unsubscribe: method('irn_unsubscribe', async ({ subscriptions }, { topic }) => {
      subscriptions.unsubscribe(topic)
      return true
    }),
    irn_batchUnsubscribe: method('irn_batchUnsubscribe', async (caller, params) => {
      checkLength(params.subscriptions, caller.limits.topicsPerBatchMax)
      for (const { topic } of params.subscriptions) caller.subscriptions.unsubscribe(topic)
      return true
    }),
    irn_fetchMessages: method('irn_fetchMessages', (caller, { topic }) => fetchAll(caller, [topic])),
    irn_batchFetchMessages: method('irn_batchFetchMessages', (caller, { topics }) => {
      checkLength(topics, caller.limits.topicsPerBatchMax)
      return fetchAll(caller, topics)
    }),
    wc_proposeSession: method('wc_proposeSession', async (caller, params) => {
      const { pairingTopic: topic, sessionProposal: message, ttl, attestation } = params
      checkSize(caller, { message, attestation })
      await caller.subscriptions.subscribe(topic)
      return publishAll(caller, [{ topic, message, ttl, tag: RELAY_TAGS.proposeRequest, attestation }])
    }),
    wc_approveSession: method('wc_approveSession', async (caller, params) => {
      const { sessionTopic, pairingTopic, sessionProposalResponse, sessionSettlementRequest, ttl } = params
      const publications = [
        { topic: sessionTopic, message: sessionSettlementRequest, ttl, tag: RELAY_TAGS.settleRequest },
        { topic: pairingTopic, message: sessionProposalResponse, ttl, tag: RELAY_TAGS.proposeResponse },
      ]
      for (const publication of publications) checkSize(caller, publication)
      await caller.subscriptions.subscribe(sessionTopic)
      return publishAll(caller, publications)
    }),
  } satisfies Record<RelayMethod, Method>),
)
