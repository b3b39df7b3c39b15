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
const TOLD_MAX = 50

/**
 * Analytics, unless the site has switched them off. The sending code loads after the first event, which means the modal
 * has been opened, once the page is idle. Returns the undo.
 */
export function installAnalytics({ events, store, context }: Surroundings, whenFree = whenIdle): () => void {
  const { features, projectId, basic } = selectOptions(store.getState())
  const told: PublicEvent[] = []
  let isOff = !features.analytics || !projectId || basic

  async function begin(): Promise<void> {
    const { sendEvents } = await loadPinned(() => import(/* webpackChunkName: "analytics" */ './sendEvents.ts'))
    undo()
    if (!isOff) undo = sendEvents({ events, told, store, context })
  }
  let undo = events.subscribe((event) => {
    if (isOff || told.length === TOLD_MAX) return
    if (told.push(event) === 1) whenFree(() => void begin().catch(() => undo()))
  })
  return () => {
    isOff = true
    undo()
  }
}
