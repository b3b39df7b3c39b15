import { createHash } from 'node:crypto'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Counts } from './counts.ts'
import type { RelayLimits } from './limits.ts'
import type { Mailbox, RelayMessage, TopicListener } from './mailbox.ts'
import { RelayError } from './relayError.ts'

/** Clients compute this id too, so it is part of the protocol. */
const subscriptionIdOf = (topic: string, clientId: string) =>
  createHash('sha256').update(`${topic}${clientId}`, 'utf8').digest('hex')

interface Subscription {
  readonly id: string
  stop(): void
  /** New messages that wait for the end of a replay; undefined if there is no replay. */
  waiting: RelayMessage[] | undefined
  /**
   * The messages of the last replay: the time of publication of each, keyed by message id. A notification of the same
   * message may come later, over another connection.
   */
  replayed: ReadonlyMap<string, number>
}

export interface SubscriptionsOptions {
  readonly clientId: string
  readonly mailbox: Mailbox
  readonly limits: Pick<
    RelayLimits,
    'topicsPerConnectionMax' | 'topicsPerClientMax' | 'subscribersPerTopicMax' | 'queuedMessagesPerTopicMax'
  >
  /** Counts over all connections: topics by client id, subscribers by topic. */
  readonly topicsOfClients: Counts
  readonly subscribersOfTopics: Counts
  /** Resolves when the message is sent. */
  deliver(subscriptionId: string, message: RelayMessage): Promise<void>
  /** Called when the client assumes that it is subscribed, but is not: only a new connection helps. */
  failed(error: unknown): void
}

/** The topics of one connection. */
export interface Subscriptions {
  /**
   * Delivers publications from now on; stored messages follow with the next `replay`.
   * @returns the subscription id
   * @throws RelayError `topics.tooMany`, `subscribers.tooMany`, `mailbox.unavailable`
   */
  subscribe(topic: string): Promise<string>
  unsubscribe(topic: string): void
  /**
   * Delivers the stored messages of each topic that the client has subscribed to since the last call, even if the
   * client was subscribed before. Call it after the client has its answer, because clients ignore messages on unknown
   * topics.
   */
  replay(): void
  close(): void
}

export function createSubscriptions(options: SubscriptionsOptions): Subscriptions {
  const { clientId, mailbox, limits, topicsOfClients, subscribersOfTopics, deliver, failed } = options
  const subscriptions = new Map<string, Subscription>()
  const toReplay = new Set<string>()
  let isReplaying = false
  let isClosed = false

  function takePlace(topic: string) {
    if (subscriptions.size >= limits.topicsPerConnectionMax) {
      throw new RelayError('topics.tooMany', { limit: limits.topicsPerConnectionMax })
    }
    if (!topicsOfClients.take(clientId, limits.topicsPerClientMax)) {
      throw new RelayError('topics.tooMany', { limit: limits.topicsPerClientMax })
    }
    if (!subscribersOfTopics.take(topic, limits.subscribersPerTopicMax)) {
      topicsOfClients.release(clientId)
      throw new RelayError('subscribers.tooMany', { limit: limits.subscribersPerTopicMax })
    }
  }

  function remove(topic: string, subscription: Subscription) {
    if (subscriptions.get(topic) !== subscription) return
    subscriptions.delete(topic)
    topicsOfClients.release(clientId)
    subscribersOfTopics.release(topic)
    subscription.stop()
  }

  const listen = (topic: string, subscription: Subscription): TopicListener => ({
    published(message) {
      if (message.publisher === clientId) return
      if (subscription.replayed.get(message.id) === message.publishedAt) return
      if (!subscription.waiting) void deliver(subscription.id, message)
      else if (subscription.waiting.length < limits.queuedMessagesPerTopicMax) subscription.waiting.push(message)
      else failed(new Error('The client reads more slowly than others publish'))
    },
    interrupted() {
      toReplay.add(topic)
      replay()
    },
  })

  async function subscribe(topic: string) {
    // The client is gone, but its last requests are still in progress.
    if (isClosed) return subscriptionIdOf(topic, clientId)
    const known = subscriptions.get(topic)
    if (known) {
      toReplay.add(topic)
      return known.id
    }
    takePlace(topic)
    const subscription: Subscription = {
      id: subscriptionIdOf(topic, clientId),
      stop: () => {},
      waiting: [],
      replayed: new Map(),
    }
    subscriptions.set(topic, subscription)
    try {
      const stop = await mailbox.subscribe(topic, listen(topic, subscription))
      if (subscriptions.get(topic) === subscription) subscription.stop = stop
      else stop()
    } catch (error) {
      remove(topic, subscription)
      throw error
    }
    toReplay.add(topic)
    return subscription.id
  }

  async function replayTopic(topic: string) {
    // Waits for the answer to a concurrent subscription, which takes a few more microtasks.
    await nextTurn()
    const subscription = subscriptions.get(topic)
    if (!subscription) return
    subscription.waiting ??= []
    const kept = await mailbox.fetch(topic, clientId)
    const replayed = new Map(kept.map(({ id, publishedAt }) => [id, publishedAt]))
    subscription.replayed = replayed
    for (const message of kept) {
      if (subscriptions.get(topic) !== subscription) return
      await deliver(subscription.id, message)
    }
    // `waiting` may grow during the delivery.
    for (const message of subscription.waiting) if (!replayed.has(message.id)) await deliver(subscription.id, message)
    subscription.waiting = undefined
  }

  async function replayAll() {
    // The loop includes topics that are added while it runs.
    for (const topic of toReplay) {
      toReplay.delete(topic)
      await replayTopic(topic)
    }
  }

  function replay() {
    if (isReplaying || isClosed) return
    isReplaying = true
    replayAll()
      .catch(failed)
      .finally(() => {
        isReplaying = false
      })
  }

  return {
    subscribe,
    unsubscribe(topic) {
      const subscription = subscriptions.get(topic)
      if (subscription) remove(topic, subscription)
    },
    replay,
    close() {
      isClosed = true
      for (const [topic, subscription] of subscriptions) remove(topic, subscription)
    },
  }
}
