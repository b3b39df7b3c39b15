import type { ChainNamespace } from '@portico/contracts'
import type { HostServices } from '../hostServices.ts'

interface Running {
  readonly connectorId: string
}

/** One request to a wallet. */
export interface Attempt {
  /** False once a later request has begun: this one's answer is then ignored. */
  isLast(): boolean
  /** Another wallet was still being asked; its answer is now ignored. */
  readonly isInstead: boolean
  end(): void
}

/** The unanswered requests of each modal. */
const running = new WeakMap<HostServices, Map<ChainNamespace, readonly Running[]>>()

/**
 * Begins a request; the latest one per family counts. A request to another wallet outdates earlier ones for good. One
 * to the same wallet does so only until it ends: a wallet that refuses the second may still accept the first.
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
