import { randomBytes } from 'node:crypto'
import type { CaipNetworkId } from '@portico/contracts'
import type { BuyStatus } from '@portico/contracts/services/payments'
import { createShelf } from '@portico/services/blockchainApi/onramp/createShelf'
import { ServiceError } from '@portico/services/http/errors'
import type { Log } from '@portico/services/log'
import type { Deliver, Delivery } from '../deliveries/deliver.ts'
import { reasonOf } from '../deliveries/reasonOf.ts'
import { SESSION_KEPT_MS, SESSION_LIFETIME_MS, SESSIONS_MAX } from './limits.ts'

/** The fixed part of a payment. */
export interface SessionDraft {
  readonly caipNetworkId: CaipNetworkId
  readonly networkName: string
  /** The received amount, as text: `12.5 USDC`. */
  readonly sum: string
  readonly delivery: Delivery
}

/** `over`: expired before a button was pressed. */
export type SessionPhase = 'open' | 'paid' | 'delivered' | 'failed' | 'declined' | 'over'

export interface Session extends SessionDraft {
  readonly id: string
  readonly phase: SessionPhase
  readonly txHash?: string | undefined
}

export interface Sessions {
  add(draft: SessionDraft): Session
  /** @throws ServiceError `payments.unknownSession` */
  find(id: string): Session
  /**
   * Starts the delivery, at the first call for a session only.
   * @returns a promise that settles when the delivery has arrived or failed
   * @throws ServiceError `payments.unknownSession`, `payments.sessionOver`
   */
  pay(id: string): Promise<void>
  /** Declines an unpaid session; a paid one stays paid. @throws ServiceError as `pay` */
  decline(id: string): void
}

/** services.md §9.1 */
export const BUY_STATUS: Readonly<Record<SessionPhase, BuyStatus>> = {
  open: 'UNKNOWN',
  paid: 'IN_PROGRESS',
  delivered: 'SUCCESS',
  failed: 'FAILED',
  declined: 'FAILED',
  over: 'FAILED',
}

interface Kept {
  readonly draft: SessionDraft
  readonly payUntil: number
  phase: Exclude<SessionPhase, 'over'>
  txHash?: string
  delivered?: Promise<void>
}

/**
 * Kept in memory: forgetting test money at a restart harms nobody, and no second process can pay the same session
 * again.
 * @param now milliseconds since 1970
 */
export function createSessions(
  { deliveries, log }: { readonly deliveries: ReadonlyMap<CaipNetworkId, Deliver>; readonly log: Log },
  now: () => number,
): Sessions {
  const shelf = createShelf<Kept>({ lifetimeMs: SESSION_KEPT_MS, max: SESSIONS_MAX }, now)

  function take(id: string): Kept {
    const kept = shelf.find(id)
    if (!kept) throw new ServiceError('payments.unknownSession')
    return kept
  }

  const isOver = ({ phase, payUntil }: Kept) => phase === 'open' && now() >= payUntil

  /** @throws ServiceError `payments.unknownSession`, `payments.sessionOver` */
  function takeInTime(id: string): Kept {
    const kept = take(id)
    if (isOver(kept)) throw new ServiceError('payments.sessionOver')
    return kept
  }

  const toSession = (id: string, kept: Kept): Session => ({
    ...kept.draft,
    id,
    phase: isOver(kept) ? 'over' : kept.phase,
    txHash: kept.txHash,
  })

  async function deliver(kept: Kept): Promise<void> {
    const { caipNetworkId, delivery } = kept.draft
    try {
      const chain = deliveries.get(caipNetworkId)
      if (!chain) throw new Error('There is nothing to pay from')
      await chain.send(delivery, (txHash) => {
        kept.txHash = txHash
      })
      kept.phase = 'delivered'
    } catch (error) {
      kept.phase = 'failed'
      log.warn('the test exchange has not paid', { caipNetworkId, reason: reasonOf(error) })
    }
  }

  return {
    add(draft) {
      const id = randomBytes(16).toString('hex')
      const kept: Kept = { draft, payUntil: now() + SESSION_LIFETIME_MS, phase: 'open' }
      shelf.put(id, kept)
      return toSession(id, kept)
    },
    find: (id) => toSession(id, take(id)),
    async pay(id) {
      const kept = takeInTime(id)
      if (kept.phase === 'open') {
        // Set before the first await, so that a simultaneous press finds the session paid.
        kept.phase = 'paid'
        kept.delivered = deliver(kept)
      }
      await kept.delivered
    },
    decline(id) {
      const kept = takeInTime(id)
      if (kept.phase === 'open') kept.phase = 'declined'
    },
  }
}
