import type { Log } from '../log.ts'

const SWEEP_INTERVAL_MS = 600_000

/** Deletes expired rows at intervals until the signal aborts. */
export function keepSweeping(sweep: () => Promise<unknown>, log: Log, signal: AbortSignal) {
  const timer = setInterval(() => {
    sweep().catch((error: unknown) => log.error('what is over could not be deleted', { error }))
  }, SWEEP_INTERVAL_MS)
  timer.unref()
  signal.addEventListener('abort', () => clearInterval(timer), { once: true })
}
