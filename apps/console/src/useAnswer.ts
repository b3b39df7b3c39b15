import { useCallback, useEffect, useState } from 'react'
import { ApiError } from './api.ts'

/** What others change is shown within this time. */
const POLL_MS = 5_000

export interface Answer<Value> {
  readonly value?: Value
  readonly error?: ApiError
  readonly refresh: () => Promise<void>
}

/**
 * Reads while the component is mounted: at once, at intervals while the page is visible, and when it becomes visible.
 * An error keeps the last value. @param read must not change between renders
 */
export function useAnswer<Value>(read: () => Promise<Value>): Answer<Value> {
  const [state, setState] = useState<Omit<Answer<Value>, 'refresh'>>({})
  const refresh = useCallback(async () => {
    try {
      const value = await read()
      setState({ value })
    } catch (thrown) {
      const error = thrown instanceof ApiError ? thrown : new ApiError('answer.malformed', 'The answer is malformed')
      setState(({ value }) => ({ ...(value !== undefined && { value }), error }))
    }
  }, [read])

  useEffect(() => {
    const look = () => document.visibilityState === 'visible' && void refresh()
    look()
    const timer = setInterval(look, POLL_MS)
    document.addEventListener('visibilitychange', look)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', look)
    }
  }, [refresh])

  return { ...state, refresh }
}
