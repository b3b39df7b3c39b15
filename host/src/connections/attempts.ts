import type { ChainNamespace } from '@portico/contracts'
import type { HostServices } from '../hostServices.ts'

interface Running {
  readonly connectorId: string
}

/** One question to a wallet. */
export interface Attempt {
  /** False as soon as a later one has been begun: what this one is answered is nobody's then. */
  isLast(): boolean
  /** Another wallet was still being asked: its answer is nobody's any more. */
  readonly isInstead: boolean
  end(): void
}

/** The questions of each modal that have not been answered yet. */
const running = new WeakMap<HostServices, Map<ChainNamespace, readonly Running[]>>()

/**
 * What is asked last of a family is what counts. A question to another wallet outdates the earlier ones for good; one to
 * the same wallet only while it lasts: a wallet that refuses the second of two may still say yes to the first.
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
