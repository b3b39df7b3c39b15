import { useState } from 'react'
import { useShell } from '../../shellContext.ts'

/** The last chosen tab, by the modal's own views: only in memory, until the page is reloaded. */
const chosen = new WeakMap<object, string>()

/** The tab that the visitor chose last on this page; undefined before any choice. */
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
