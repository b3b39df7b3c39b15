import { useState } from 'react'

const drafts = new WeakMap<AbortSignal, string>()

/** The typed text, kept by the visit's signal: component state is lost when the wallet's approval covers the view. */
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
