import type { EmbeddedWalletCommands } from '@portico/contracts'
import { useCommands } from '@portico/contracts/ui'
import { useSyncExternalStore } from 'react'
import { keptIn } from './visit.ts'

/** What a view has under way, and how the last of it ended. */
export interface Work<Step extends string> {
  readonly doing?: Step
  /** Until something else is begun. */
  readonly failure?: { readonly during: Step; readonly error: unknown }
  /** How often something has ended: an input that begins anew each time is told apart by it. */
  readonly round: number
}

export interface Running<Step extends string> {
  /** Aborts when the view has left the stack, and when something else is done instead. */
  readonly signal: AbortSignal
  /** Says how far it is. */
  step(step: Step): void
}

/** Resolves with the step in which the view stays, because it is about to go; with nothing where it goes on. */
export type Job<Step extends string> = (
  wallet: EmbeddedWalletCommands,
  running: Running<Step>,
) => Promise<Step | undefined>

interface Worker<Step extends string> extends Work<Step> {
  /** One thing at a time: what is asked for meanwhile is dropped. Never rejects. */
  run(step: Step, job: Job<Step>): Promise<void>
  /** Does this in the place of what is under way. */
  runInstead(step: Step, job: Job<Step>): Promise<void>
  /** Only when nothing has ever been done in this visit: for what a view begins by itself. */
  begin(step: Step, job: Job<Step>): void
}

/** Runs what a view asks of the embedded wallet. `name` tells apart what goes on at the same time in one visit. */
export function useWork<Step extends string>(visit: AbortSignal, name = 'work'): Worker<Step> {
  const { embeddedWallet } = useCommands()
  const kept = keptIn<Work<Step>>(visit, name, { round: 0 })
  const current = keptIn<AbortController | undefined>(visit, `${name}.life`, undefined)
  const work = useSyncExternalStore(kept.subscribe, kept.read, kept.read)

  async function runInstead(step: Step, job: Job<Step>): Promise<void> {
    if (visit.aborted) return
    current.read()?.abort()
    const life = new AbortController()
    current.write(life)
    const signal = AbortSignal.any([visit, life.signal])
    const { round } = kept.read()
    let during = step
    const goOn = (next: Step) => {
      if (signal.aborted) return
      during = next
      kept.write({ doing: next, round })
    }
    goOn(step)
    try {
      const wallet = await embeddedWallet()
      signal.throwIfAborted()
      const last = await job(wallet, { signal, step: goOn })
      if (!signal.aborted) kept.write(last ? { doing: last, round } : { round: round + 1 })
    } catch (error) {
      if (!signal.aborted) kept.write({ failure: { during, error }, round: round + 1 })
    }
  }

  const run: typeof runInstead = async (step, job) => {
    if (!kept.read().doing) await runInstead(step, job)
  }
  return {
    ...work,
    run,
    runInstead,
    begin(step, job) {
      if (kept.read().round === 0) void run(step, job)
    },
  }
}
