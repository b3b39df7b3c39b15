import { useCallback, useEffect } from 'react'
import { useCommands } from '../hostContext.ts'

type Track = (event: string, properties?: Readonly<Record<string, unknown>>) => void

/** Returns a function that sends analytics events (public-api.md §10). None is sent if its code cannot be loaded. */
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

/** The visits whose event has been sent. */
const opened = new WeakSet<AbortSignal>()

/**
 * Sends one event for each visit to a view.
 * @param visit the view's signal
 * @param event undefined while it is too early for the event
 */
export function useOpening(visit: AbortSignal, event: string | undefined, properties?: Parameters<Track>[1]): void {
  const track = useTrack()
  useEffect(() => {
    if (event === undefined || opened.has(visit)) return
    opened.add(visit)
    track(event, properties)
  })
}
