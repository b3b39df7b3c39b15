import { useState } from 'react'
import { useShell } from '../../shellContext.ts'

/** What was chosen last, by the modal's own views: for as long as the page lives, and nowhere else. */
const chosen = new WeakMap<object, string>()

/** The tab that the visitor has chosen last in this page; undefined while they have chosen none. */
export function useChosenTab(): readonly [key: string | undefined, choose: (key: string) => void] {
  const { views } = useShell()
  const [key, setKey] = useState(() => chosen.get(views))
  return [
    key,
    (now) => {
      chosen.set(views, now)
      setKey(now)
    },
  ]
}
