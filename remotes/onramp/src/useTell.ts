import { type HostState, selectConnection } from '@portico/contracts'
import { useCommands } from '@portico/contracts/ui'
import { useCallback, useEffect } from 'react'
import { useSelector } from 'react-redux'

/** Sends analytics events (public-api.md §10). Without the analytics code, no event is sent. */
export function useTell() {
  const { acting } = useCommands()
  const isSmartAccount = useSelector((state: HostState) => selectConnection(state)?.accounts[0].type === 'smartAccount')
  return useCallback(
    (event: string, properties?: Readonly<Record<string, unknown>>) =>
      void acting().then(
        ({ track }) => track(event, { isSmartAccount, ...properties }),
        () => {},
      ),
    [acting, isSmartAccount],
  )
}

const told = new WeakSet<AbortSignal>()

/** Sends an event once per visit to a view. @param visit its signal */
export function useOpening(visit: AbortSignal, event: string): void {
  const tell = useTell()
  useEffect(() => {
    if (told.has(visit)) return
    told.add(visit)
    tell(event)
  }, [tell, visit, event])
}
