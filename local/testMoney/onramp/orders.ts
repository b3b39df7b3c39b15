import { randomBytes } from 'node:crypto'
import type { CaipNetworkId } from '@portico/contracts'
import type { OnrampOrder, OnrampQuote } from '@portico/contracts/services/onramp'
import { createShelf } from '@portico/services/blockchainApi/onramp/createShelf'
import { ServiceError } from '@portico/services/http/errors'
import type { Log } from '@portico/services/log'
import type { Deliver, Delivery } from '../deliveries/deliver.ts'
import { reasonOf } from '../deliveries/reasonOf.ts'
import { createDailyLimit } from './dailyLimit.ts'
import { ORDER_KEPT_MS, ORDER_LIFETIME_MS, ORDERS_MAX } from './limits.ts'

/** The fixed part of an order. */
interface OrderDraft {
  readonly caipNetworkId: CaipNetworkId
  readonly networkName: string
  readonly delivery: Delivery
  readonly amounts: Omit<OnrampQuote, 'quoteId'>
  readonly fee: string
  /** The payment, in US cents. */
  readonly cents: bigint
}

export interface Order extends OrderDraft {
  readonly id: string
  readonly status: OnrampOrder['status']
  readonly txHash?: string | undefined
  /** Failed because it was not paid in time. */
  readonly isOver: boolean
}

export interface Orders {
  /** @throws ServiceError `address.malformed`, `onramp.limit`, `onramp.unavailable` */
  add(draft: OrderDraft): Promise<Order>
  /** @throws ServiceError `onramp.unknownOrder` */
  find(id: string): Order
  /**
   * Starts the delivery, at the first call for an order only.
   * @returns a promise that settles when the delivery has arrived or failed
   * @throws ServiceError `onramp.unknownOrder`, `onramp.orderOver`, `onramp.limit`
   */
  pay(id: string): Promise<void>
}

interface Kept {
  readonly draft: OrderDraft
  readonly payUntil: number
  status: OnrampOrder['status']
  txHash?: string
  delivered?: Promise<void>
}

const keyOf = ({ caipNetworkId, delivery }: OrderDraft) => `${caipNetworkId}:${delivery.to}`

/**
 * Kept in memory: forgetting test money at a restart harms nobody, and no second process can deliver the same order
 * again.
 * @param now milliseconds since 1970
 */
export function createOrders(
  { deliveries, log }: { readonly deliveries: ReadonlyMap<CaipNetworkId, Deliver>; readonly log: Log },
  now: () => number,
): Orders {
  const shelf = createShelf<Kept>({ lifetimeMs: ORDER_KEPT_MS, max: ORDERS_MAX }, now)
  const limit = createDailyLimit(now)

  function take(id: string): Kept {
    const kept = shelf.find(id)
    if (!kept) throw new ServiceError('onramp.unknownOrder')
    return kept
  }

  const isOver = ({ status, payUntil }: Kept) => status === 'created' && now() >= payUntil

  function toOrder(id: string, kept: Kept): Order {
    const over = isOver(kept)
    return { ...kept.draft, id, status: over ? 'failed' : kept.status, txHash: kept.txHash, isOver: over }
  }

  async function deliver(kept: Kept): Promise<void> {
    const { draft } = kept
    try {
      await deliveries.get(draft.caipNetworkId)?.send(draft.delivery, (txHash) => {
        kept.txHash = txHash
      })
      kept.status = 'delivered'
    } catch (error) {
      kept.status = 'failed'
      limit.giveBack(keyOf(draft), draft.cents)
      log.warn('the sandbox has not delivered', { caipNetworkId: draft.caipNetworkId, reason: reasonOf(error) })
    }
  }

  async function takes({ caipNetworkId, delivery }: OrderDraft): Promise<boolean> {
    const chain = deliveries.get(caipNetworkId)
    if (!chain) throw new ServiceError('onramp.unavailable')
    try {
      return await chain.takes(delivery.to)
    } catch (error) {
      log.warn('the sandbox cannot look at an address', { caipNetworkId, reason: reasonOf(error) })
      throw new ServiceError('onramp.unavailable')
    }
  }

  return {
    async add(draft) {
      if (!(await takes(draft))) throw new ServiceError('address.malformed')
      if (!limit.has(keyOf(draft), draft.cents)) throw new ServiceError('onramp.limit')
      const id = randomBytes(16).toString('hex')
      const kept: Kept = { draft, payUntil: now() + ORDER_LIFETIME_MS, status: 'created' }
      shelf.put(id, kept)
      return toOrder(id, kept)
    },
    find: (id) => toOrder(id, take(id)),
    async pay(id) {
      const kept = take(id)
      if (isOver(kept)) throw new ServiceError('onramp.orderOver')
      if (kept.status === 'created') {
        if (!limit.spend(keyOf(kept.draft), kept.draft.cents)) throw new ServiceError('onramp.limit')
        // Set before the first await, so that a simultaneous press finds the order paid.
        kept.status = 'paid'
        kept.delivered = deliver(kept)
      }
      await kept.delivered
    },
  }
}
