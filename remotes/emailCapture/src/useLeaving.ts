import { useCommands } from '@portico/contracts/ui'
import { useCallback, useEffect, useRef } from 'react'

/**
 * views.md §3.3: whoever leaves without going on is disconnected.
 * @param signal of the view
 * @returns to be called before going on
 */
export function useLeaving(signal: AbortSignal): () => void {
  const { emailCapture } = useCommands()
  const isGoingOn = useRef(false)
  useEffect(() => {
    const leave = () => {
      if (isGoingOn.current) return
      isGoingOn.current = true
      emailCapture()
        .then(({ disconnect }) => disconnect())
        .catch(() => {}) // without its code nobody can be asked for anything either
    }
    signal.addEventListener('abort', leave)
    return () => signal.removeEventListener('abort', leave)
  }, [emailCapture, signal])
  return useCallback(() => {
    isGoingOn.current = true
  }, [])
}
