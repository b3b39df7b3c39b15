import type { RelayDelivery, RelayRequestId } from '@portico/contracts/services/relay'
import type { RelayLimits } from './limits.ts'
import type { RelayMessage } from './mailbox.ts'

interface Delivered {
  readonly topic: string
  readonly messageId: string
}

/** Unacknowledged deliveries of one connection. */
export interface Deliveries {
  /** Returns the request that delivers a message. */
  begin(subscriptionId: string, message: RelayMessage): RelayDelivery
  /** @returns the delivery acknowledged by the client; undefined if it is unknown or already acknowledged */
  end(id: RelayRequestId): Delivered | undefined
}

export function createDeliveries({ unacknowledgedMax }: Pick<RelayLimits, 'unacknowledgedMax'>): Deliveries {
  const open = new Map<RelayRequestId, Delivered>()
  // Ids are as large as the time-based ids of clients, because some clients accept no others.
  let lastId = Date.now() * 1_000

  return {
    begin(subscriptionId, { id: messageId, topic, message, publishedAt, tag, attestation }) {
      lastId += 1
      open.set(lastId, { topic, messageId })
      if (open.size > unacknowledgedMax) {
        // The delivery is forgotten here only: the mailbox delivers the message again.
        for (const oldest of open.keys()) {
          open.delete(oldest)
          break
        }
      }
      return {
        id: lastId,
        jsonrpc: '2.0',
        method: 'irn_subscription',
        params: { id: subscriptionId, data: { topic, message, publishedAt, tag, attestation } },
      }
    },
    end(id) {
      const delivered = open.get(id)
      open.delete(id)
      return delivered
    },
  }
}
