import { useState } from 'react'

const drafts = new WeakMap<AbortSignal, string>()

/**
 * What is being typed, for as long as its view is on the stack: the signal stands for the visit. A component's own state
 * would be gone after the wallet has shown, over it, what it signs.
 */
export function useDraft(visit: AbortSignal): [string, (text: string) => void] {
  const [text, setText] = useState(() => drafts.get(visit) ?? '')
  return [
    text,
    (next) => {
      drafts.set(visit, next)
      setText(next)
    },
  ]
}
