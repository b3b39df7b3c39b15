import type { EmbeddedWalletCommands } from '@portico/contracts'
import { useCommands } from '@portico/contracts/ui'
import { useSyncExternalStore } from 'react'
import { keptIn } from './visit.ts'

/** A view's current task, and how the last task ended. */
export interface Work<Step extends string> {
  readonly doing?: Step
  /** Cleared when another task starts. */
  readonly failure?: { readonly during: Step; readonly error: unknown }
  /** Number of tasks that have ended; used as a `key` to reset inputs. */
  readonly round: number
}

export interface Running<Step extends string> {
  /** Aborts when the view leaves the stack or another task replaces this one. */
  readonly signal: AbortSignal
  /** Reports the current step. */
  step(step: Step): void
}

/** Resolves with the step to keep showing because the view is about to close, or with nothing if the view stays. */
export type Job<Step extends string> = (
  wallet: EmbeddedWalletCommands,
  running: Running<Step>,
) => Promise<Step | undefined>

interface Worker<Step extends string> extends Work<Step> {
  /** Runs one task at a time, and drops calls made while a task is running. Never rejects. */
  run(step: Step, job: Job<Step>): Promise<void>
  /** Replaces the current task. */
  runInstead(step: Step, job: Job<Step>): Promise<void>
  /** Runs only if no task has run during this visit: for tasks that a view starts by itself. */
  begin(step: Step, job: Job<Step>): void
}

/** Runs a view's embedded-wallet tasks. `name` separates tasks that run in parallel during one visit. */
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
