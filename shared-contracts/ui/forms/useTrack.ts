import { useCallback, useEffect } from 'react'
import { useCommands } from '../hostContext.ts'

type Track = (event: string, properties?: Readonly<Record<string, unknown>>) => void

/** Sends analytics events (public-api.md §10). Without the analytics code, no event is sent. */
export function useTrack(): Track {
  const { acting } = useCommands()
  return useCallback<Track>(
    (event, properties) =>
      void acting().then(
        ({ track }) => track(event, properties),
        () => {},
      ),
    [acting],
  )
}

/** Visits already tracked. */
const opened = new WeakSet<AbortSignal>()

/**
 * Sends an event once per visit to a view.
 * @param visit the view's signal
 * @param event undefined while it is too early
 */
export function useOpening(visit: AbortSignal, event: string | undefined, properties?: Parameters<Track>[1]): void {
  const track = useTrack()
  useEffect(() => {
    if (event === undefined || opened.has(visit)) return
    opened.add(visit)
    track(event, properties)
  })
}
