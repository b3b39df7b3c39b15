import { useCommands } from '@portico/contracts/ui'
import { useCallback } from 'react'

/** Sends analytics events (public-api.md §10). Without the analytics code, no event is sent. */
export function useTell() {
  const { acting } = useCommands()
  return useCallback(
    (event: string, properties?: Readonly<Record<string, unknown>>) =>
      void acting().then(
        ({ track }) => track(event, properties),
        () => {},
      ),
    [acting],
  )
}
