import { useCallback, useEffect, useRef, useState } from 'react'

export interface Question<Value> {
  /** Identifies the request; undefined when there is nothing to request. The answer to another key is never shown. */
  readonly key: string | undefined
  /** Runs the request. The signal aborts when the key changes, the view unmounts, or the answer is no longer needed. */
  readonly work: (signal: AbortSignal) => Promise<Value>
  /** How many milliseconds to wait before a request with a new key, so that typing does not send one per letter. */
  readonly debounceMs?: number
  /** After how many milliseconds an answer or a failure is requested again. A hidden page requests nothing. */
  readonly refreshMs?: number
  /** True to pause requests. The current answer is kept. */
  readonly isHeld?: boolean
}

/** The result of a request; undefined while it is pending. */
export type Answer<Value> = { readonly value: Value } | { readonly error: unknown } | undefined

interface Settled<Value> {
  readonly key: string
  readonly round: number
  readonly answer: NonNullable<Answer<Value>>
  readonly at: number
}

/** Calls `run` at once if the page is visible, or else when it becomes visible. Browsers slow hidden pages' timers. */
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
 * Sends the request of a view, and sends it again when the key changes or the answer is outdated. The newest answer
 * stays until a newer one arrives. A failure counts as an answer.
 * @returns the answer, and a function that drops it and sends the request again
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
