import { createHash } from 'node:crypto'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Counts } from './counts.ts'
import type { RelayLimits } from './limits.ts'
import type { Mailbox, RelayMessage, TopicListener } from './mailbox.ts'
import { RelayError } from './relayError.ts'

/** Also computed by clients, so it is part of the protocol. */
const subscriptionIdOf = (topic: string, clientId: string) =>
  createHash('sha256').update(`${topic}${clientId}`, 'utf8').digest('hex')

interface Subscription {
  readonly id: string
  stop(): void
  /** New messages that wait until those of the mailbox are delivered; undefined when nothing is being replayed. */
  waiting: RelayMessage[] | undefined
  /**
   * What the last replay delivered, by id, and when it was published: the news of it may come later than the message
   * itself, over another line.
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
  /** Topics by client id, subscribers by topic: over all connections. */
  readonly topicsOfClients: Counts
  readonly subscribersOfTopics: Counts
  /** Resolves when the message is on the line. */
  deliver(subscriptionId: string, message: RelayMessage): Promise<void>
  /** A client that was told it is subscribed and is not: only a new connection makes that good. */
  failed(error: unknown): void
}

/** The topics that one connection hears. */
export interface Subscriptions {
  /**
   * Delivers what is published from now on; what is kept follows with the next `replay`.
   * @returns the subscription id
   * @throws RelayError `topics.tooMany`, `subscribers.tooMany`, `mailbox.unavailable`
   */
  subscribe(topic: string): Promise<string>
  unsubscribe(topic: string): void
  /**
   * Delivers what the mailbox has for topics that were subscribed since, also again: to be called once the client has its
   * answer, because clients ignore what comes for a topic that they do not hear yet.
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
    // Of a client that is gone, while its last requests are still worked on.
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
    // The answer of whoever subscribed meanwhile is a few promises away.
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
    // It may grow while it is being delivered.
    for (const message of subscription.waiting) if (!replayed.has(message.id)) await deliver(subscription.id, message)
    subscription.waiting = undefined
  }

  async function replayAll() {
    // A set that grows while it is walked through is walked to its end.
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
