import { useCallback, useEffect, useRef, useState } from 'react'

/** views.md §19: a quote is asked for again so often, while somebody looks. */
const REFRESH_MS = 10_000

export type Settled<Value> = { readonly value: Value } | { readonly error: unknown }

interface Repeated<Value> {
  /** What it is about; undefined: there is nothing to do. Answers to an earlier one are dropped. */
  readonly about: string | undefined
  readonly work: (signal: AbortSignal) => Promise<Value>
  /** Of what is new; not of what is done again. */
  readonly delayMs?: number
  readonly isPaused?: boolean
}

/** Calls when the page can be seen: at once, or when it is looked at again. */
function whenSeen(run: () => void, signal: AbortSignal) {
  const look = () => {
    if (document.hidden) return
    document.removeEventListener('visibilitychange', look)
    run()
  }
  document.addEventListener('visibilitychange', look, { signal })
  look()
}

/**
 * Does something whenever what it is about changes, and again ten seconds after it has settled, while the page is seen. The
 * newest answer stays until there is a newer one; a failure takes its place.
 */
export function useRepeated<Value>({ about, work, delayMs = 0, isPaused = false }: Repeated<Value>) {
  const [round, setRound] = useState(0)
  const [settled, setSettled] = useState<{ readonly about: string; readonly result: Settled<Value> }>()
  const latest = useRef(work)
  const before = useRef<string>(undefined)
  useEffect(() => {
    latest.current = work
  })

  // biome-ignore lint/correctness/useExhaustiveDependencies: another round is all that `round` is for
  useEffect(() => {
    if (about === undefined || isPaused) return
    const life = new AbortController()
    const { signal } = life
    const tell = (result: Settled<Value>) => {
      if (signal.aborted) return
      setSettled({ about, result })
      const timer = setTimeout(() => whenSeen(() => setRound((one) => one + 1), signal), REFRESH_MS)
      signal.addEventListener('abort', () => clearTimeout(timer))
    }
    const isNew = before.current !== about
    before.current = about
    const timer = setTimeout(
      () =>
        latest.current(signal).then(
          (value) => tell({ value }),
          (error) => tell({ error }),
        ),
      isNew ? delayMs : 0,
    )
    return () => {
      clearTimeout(timer)
      life.abort()
    }
  }, [about, isPaused, delayMs, round])

  const again = useCallback(() => {
    setSettled(undefined)
    setRound((one) => one + 1)
  }, [])
  return [settled && settled.about === about ? settled.result : undefined, again] as const
}
