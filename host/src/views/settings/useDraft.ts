import { useState } from 'react'

const drafts = new WeakMap<AbortSignal, string>()

/** The text being entered, stored for each visit, because component state is lost when an approval covers the view. */
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
