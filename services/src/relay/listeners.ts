import type { RelayMessage, TopicListener } from './mailbox.ts'

/** The listeners of each topic in this process. */
export interface Listeners {
  /** @returns a function that removes the listener, and returns true if it was the topic's last */
  add(topic: string, listener: TopicListener): () => boolean
  published(message: RelayMessage): void
  interrupted(): void
}

export function createListeners(): Listeners {
  const byTopic = new Map<string, Set<TopicListener>>()
  return {
    add(topic, listener) {
      const listeners = byTopic.get(topic) ?? new Set()
      byTopic.set(topic, listeners.add(listener))
      return () => {
        const isLast = listeners.delete(listener) && listeners.size === 0
        if (isLast && byTopic.get(topic) === listeners) byTopic.delete(topic)
        return isLast
      }
    },
    published(message) {
      for (const listener of byTopic.get(message.topic) ?? []) listener.published(message)
    },
    interrupted() {
      for (const listeners of byTopic.values()) for (const listener of listeners) listener.interrupted()
    },
  }
}
