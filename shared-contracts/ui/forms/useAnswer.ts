import { useCallback, useEffect, useRef, useState } from 'react'

export interface Question<Value> {
  /** What is asked, as text; undefined where there is nothing to ask. An answer to another key is never shown. */
  readonly key: string | undefined
  /** Asks. The signal aborts when the key changes, the view goes, or the answer is no longer wanted. */
  readonly work: (signal: AbortSignal) => Promise<Value>
  /** How long a new key waits for the next one, in milliseconds, so that nothing is asked for each letter typed. */
  readonly debounceMs?: number
  /** The age, in milliseconds, at which an answer or a failure is asked for again, while the page is visible. */
  readonly refreshMs?: number
  /** Nothing is asked meanwhile, and what was answered stays. */
  readonly isHeld?: boolean
}

/** How a question was answered; undefined while it is being asked. */
export type Answer<Value> = { readonly value: Value } | { readonly error: unknown } | undefined

interface Settled<Value> {
  readonly key: string
  readonly round: number
  readonly answer: NonNullable<Answer<Value>>
  readonly at: number
}

/** Calls at once when the page is visible, else when it becomes visible. Browsers hold back timers of hidden pages. */
function whenVisible(run: () => void, signal: AbortSignal): void {
  const look = () => {
    if (document.hidden || signal.aborted) return
    document.removeEventListener('visibilitychange', look)
    run()
  }
  document.addEventListener('visibilitychange', look, { signal })
  look()
}

/**
 * Asks a question for a view: again whenever its key changes, and when the answer has grown old. The newest answer stays until
 * there is a newer one. A failure is an answer as well.
 * @returns the answer, and what drops it and asks again
 */
export function useAnswer<Value>({
  key,
  work,
  debounceMs = 0,
  refreshMs,
  isHeld = false,
}: Question<Value>): readonly [Answer<Value>, () => void] {
  const [round, setRound] = useState(0)
  const [settled, setSettled] = useState<Settled<Value>>()
  const current = settled?.key === key ? settled : undefined
  const latest = useRef({ work, current })
  const lastKey = useRef<string>(undefined)
  useEffect(() => {
    latest.current = { work, current }
  })

  useEffect(() => {
    if (key === undefined || isHeld || latest.current.current?.round === round) return
    const life = new AbortController()
    const tell = (answer: NonNullable<Answer<Value>>) => {
      if (!life.signal.aborted) setSettled({ key, round, answer, at: Date.now() })
    }
    const ask = async () => {
      try {
        tell({ value: await latest.current.work(life.signal) })
      } catch (error) {
        tell({ error })
      }
    }
    const isNew = lastKey.current !== key
    lastKey.current = key
    let timer: ReturnType<typeof setTimeout> | undefined
    if (isNew && debounceMs > 0) timer = setTimeout(ask, debounceMs)
    else void ask()
    return () => {
      clearTimeout(timer)
      life.abort()
    }
  }, [key, isHeld, round, debounceMs])

  useEffect(() => {
    if (!current || isHeld || refreshMs === undefined) return
    const life = new AbortController()
    const refresh = () => whenVisible(() => setRound(current.round + 1), life.signal)
    const timer = setTimeout(refresh, Math.max(0, current.at + refreshMs - Date.now()))
    return () => {
      clearTimeout(timer)
      life.abort()
    }
  }, [current, isHeld, refreshMs])

  const again = useCallback(() => {
    setSettled(undefined)
    setRound((before) => before + 1)
  }, [])
  return [current?.answer, again]
}
