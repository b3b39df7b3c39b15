import { whenIdle } from '../async/idle.ts'
import { loadPinned } from '../kernel/loadPinned.ts'
import type { LoaderContext } from '../loader/protocol.ts'
import { selectOptions } from '../settingsSlice.ts'
import type { PublicEvent } from '../site/publicApi.ts'
import type { ShellStore } from '../store.ts'
import type { EventSource } from './sendEvents.ts'

interface Surroundings {
  readonly events: EventSource
  readonly store: ShellStore
  readonly context: Pick<LoaderContext, 'host' | 'sdkVersion'>
}

/** How many events are kept while the code loads; later ones are lost. */
const EARLIER_MAX = 50

/**
 * Installs analytics, unless switched off. Its code loads when the page is idle after the first event. Returns a
 * function that removes it.
 */
export function installAnalytics({ events, store, context }: Surroundings, whenFree = whenIdle): () => void {
  const { features, projectId, basic } = selectOptions(store.getState())
  const earlier: PublicEvent[] = []
  let isOff = !features.analytics || !projectId || basic

  async function begin(): Promise<void> {
    const { sendEvents } = await loadPinned(() => import(/* webpackChunkName: "analytics" */ './sendEvents.ts'))
    undo()
    if (!isOff) undo = sendEvents({ events, earlier, store, context })
  }
  let undo = events.subscribe((event) => {
    if (isOff || earlier.length === EARLIER_MAX) return
    if (earlier.push(event) === 1) whenFree(() => void begin().catch(() => undo()))
  })
  return () => {
    isOff = true
    undo()
  }
}
