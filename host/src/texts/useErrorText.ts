import type { SerializedError } from '@portico/contracts'
import { errorText, useMessages } from '@portico/contracts/ui'
import { useCallback } from 'react'

/** Returns a function that gives an error's message in the visitor's language. */
export function useErrorText(): (error: Pick<SerializedError, 'code' | 'message'>) => string {
  const t = useMessages()
  return useCallback((error) => errorText(t, error), [t])
}
