import type { SerializedError } from '@portico/contracts'
import { useMessages } from '@portico/contracts/ui'
import { useCallback } from 'react'

/**
 * The sentence of an error in the visitor's language. English is in the error catalogue; the build puts the others into
 * the message files under `error.<code>`.
 */
export function useErrorText(): (error: Pick<SerializedError, 'code' | 'message'>) => string {
  const t = useMessages()
  return useCallback(
    ({ code, message }) => {
      const key = `error.${code}`
      const text = t(key)
      return text === key ? message : text
    },
    [t],
  )
}
