import { useCommands } from '@portico/contracts/ui'
import { useCallback } from 'react'

/** Tells of what the visitor does (public-api.md §10); without the code for it nobody is told. */
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
