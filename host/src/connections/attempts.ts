import type { ChainNamespace } from '@portico/contracts'
import type { HostServices } from '../hostServices.ts'

interface Running {
  readonly connectorId: string
}

/** One connection request to a wallet. */
export interface Attempt {
  /** False once a later request has begun; the answer to this one is then ignored. */
  isLast(): boolean
  /** Whether another wallet was still being asked; its answer is now ignored. */
  readonly isInstead: boolean
  end(): void
}

/** The unanswered connection requests of each modal. */
const running = new WeakMap<HostServices, Map<ChainNamespace, readonly Running[]>>()

/**
 * Begins a request; only the latest one of each family counts. A request to another wallet outdates earlier ones for
 * good. A request to the same wallet outdates them only until it ends, because a wallet that refuses the second request
 * may still accept the first.
 */
export function beginAttempt(services: HostServices, namespace: ChainNamespace, connectorId: string): Attempt {
  const families = running.get(services) ?? new Map<ChainNamespace, readonly Running[]>()
  running.set(services, families)
  const all = () => families.get(namespace) ?? []
  const mine: Running = { connectorId }
  const same = all().filter((one) => one.connectorId === connectorId)
  const isInstead = same.length < all().length
  families.set(namespace, [...same, mine])
  return {
    isInstead,
    isLast: () => all().at(-1) === mine,
    end: () =>
      void families.set(
        namespace,
        all().filter((one) => one !== mine),
      ),
  }
}
