import { useEffect, useState } from 'react'
import { useShellDispatch } from '../../../shellContext.ts'

/** views.md §6.3: preloads the frame in an installed web app. @returns whether it is loading */
export function usePreload(): boolean {
  const dispatch = useShellDispatch()
  const [isLoading, setLoading] = useState(() => matchMedia('(display-mode: standalone)').matches)
  useEffect(() => {
    if (!isLoading) return
    const done = () => setLoading(false)
    // If the code fails to load, there is nothing to wait for: a press requests it again.
    void dispatch(async (_, __, { embeddedWallet }) => (await embeddedWallet?.client())?.preload()).then(done, done)
  }, [dispatch, isLoading])
  return isLoading
}
