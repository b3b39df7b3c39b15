import { useEffect, useState } from 'react'
import { useShellDispatch } from '../../../shellContext.ts'

/** views.md §6.3: in an installed web app the frame is loaded before anybody presses. @returns whether it is on its way */
export function usePreload(): boolean {
  const dispatch = useShellDispatch()
  const [isLoading, setLoading] = useState(() => matchMedia('(display-mode: standalone)').matches)
  useEffect(() => {
    if (!isLoading) return
    const done = () => setLoading(false)
    // Without its code there is nothing to wait for: a press asks for it again.
    void dispatch(async (_, __, { embeddedWallet }) => (await embeddedWallet?.client())?.preload()).then(done, done)
  }, [dispatch, isLoading])
  return isLoading
}
