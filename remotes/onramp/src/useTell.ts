import { type HostState, selectConnection } from '@portico/contracts'
import { useCommands } from '@portico/contracts/ui'
import { useCallback, useEffect } from 'react'
import { useSelector } from 'react-redux'

/** Tells of what the visitor does (public-api.md §10); without the code for it nobody is told. */
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

/** Once for each time that somebody comes to a view. @param visit its signal */
export function useOpening(visit: AbortSignal, event: string): void {
  const tell = useTell()
  useEffect(() => {
    if (told.has(visit)) return
    told.add(visit)
    tell(event)
  }, [tell, visit, event])
}
