import { pause } from '../async/pause.ts'
import type { ChainStatus } from './look.ts'
import type { TrackedTransaction } from './tracked.ts'

/** Polls often at first, because most transactions are included within seconds. */
const STEPS_MS = [500, 1_000, 1_000, 1_500, 2_000, 2_000, 3_000, 4_000] as const
const SLOW_MS = 10_000
/** A transaction unknown to every node for this long counts as dropped, unless it waits in a Safe. */
const UNHEARD_MS = 180_000
/** A longer gap between two polls means that the machine was asleep. */
const ASLEEP_MS = 60_000

/** A final phase never changes. `dropped` is not final: a node that was not asked may know the transaction. */
export const isFinal = ({ phase }: Pick<TrackedTransaction, 'phase'>): boolean =>
  phase === 'confirmed' || phase === 'failed' || phase === 'replaced'

interface Following {
  readonly look: (transaction: TrackedTransaction) => Promise<ChainStatus>
  /** The transaction as currently known. */
  readonly current: () => TrackedTransaction | undefined
  readonly onStatus: (status: Omit<ChainStatus, 'phase'> & Pick<TrackedTransaction, 'phase'>) => void
  readonly signal: AbortSignal
}

/** Polls a transaction's status until it is final. Unreachable nodes change nothing and are asked again. */
export async function follow({ look, current, onStatus, signal }: Following): Promise<void> {
  let heardAt = Date.now()
  let lookedAt = heardAt
  for (let turn = 0; !signal.aborted; turn++) {
    const transaction = current()
    if (!transaction || isFinal(transaction)) return
    const status = await look(transaction).catch(() => undefined)
    if (signal.aborted) return
    const nowMs = Date.now()
    if (status?.phase !== 'unknown' || nowMs - lookedAt > ASLEEP_MS) heardAt = nowMs
    lookedAt = nowMs
    if (status) {
      const { phase, ...rest } = status
      if (phase !== 'unknown') onStatus({ ...rest, phase })
      else if (!transaction.isOfSafe && nowMs - heardAt >= UNHEARD_MS) onStatus({ phase: 'dropped' })
    }
    const known = current()
    if (!known || isFinal(known)) return
    await pause(STEPS_MS[turn] ?? SLOW_MS, signal)
  }
}
