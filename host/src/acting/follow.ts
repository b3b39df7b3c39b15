import { pause } from '../chains/pause.ts'
import type { Sight } from './look.ts'
import type { TrackedTransaction } from './tracked.ts'

/** Often at first: most are carried out within seconds. */
const STEPS_MS = [500, 1_000, 1_000, 1_500, 2_000, 2_000, 3_000, 4_000] as const
const SLOW_MS = 10_000
/** What no node has heard of for so long has been dropped. */
const UNHEARD_MS = 180_000

interface Following {
  readonly look: (transaction: TrackedTransaction) => Promise<Sight>
  /** The transaction as it is known now. */
  readonly current: () => TrackedTransaction | undefined
  readonly onSight: (sight: Omit<Sight, 'phase'> & Pick<TrackedTransaction, 'phase'>) => void
  readonly signal: AbortSignal
}

/**
 * Looks again and again what has become of a transaction, until that is final. Nodes that cannot be reached say nothing about
 * it: they are asked again.
 */
export async function follow({ look, current, onSight, signal }: Following): Promise<void> {
  let heardAt = Date.now()
  for (let turn = 0; !signal.aborted; turn++) {
    const transaction = current()
    if (transaction?.phase !== 'pending') return
    const sight = await look(transaction).catch(() => undefined)
    if (signal.aborted) return
    const { phase, ...rest } = sight ?? { phase: 'pending' as const }
    if (!sight || phase !== 'unknown') heardAt = Date.now()
    if (phase === 'unknown' && Date.now() - heardAt >= UNHEARD_MS) onSight({ phase: 'dropped' })
    else if (sight && phase !== 'unknown') onSight({ ...rest, phase })
    if (current()?.phase !== 'pending') return
    await pause(STEPS_MS[turn] ?? SLOW_MS, signal)
  }
}
