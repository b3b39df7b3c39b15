import { useState } from 'react'

const drafts = new WeakMap<AbortSignal, string>()

/**
 * The typed text, kept while its view is on the stack: the signal identifies the visit. Component state would be lost
 * when the wallet's approval covers the view.
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
