import type { ViewName } from '@portico/contracts'
import { nanoid } from '@reduxjs/toolkit'
import type { HostCommands } from '../../router/createCommands.ts'
import { selectCurrentEntry, selectIsOpen } from '../../router/routerSlice.ts'
import type { ShellStore } from '../../store.ts'
import type { RequestQueue, SiteRequest } from './types.ts'

/** The window that shows the site's requests. */
export interface PreviewWindow {
  readonly store: ShellStore
  readonly commands: Pick<HostCommands, 'navigate' | 'back' | 'signalOf'>
  readonly opening: {
    /** Shows this view alone, whatever was open before. */
    present(view: ViewName): void
  }
}

interface Waiting {
  readonly siteRequest: SiteRequest
  readonly answer: (isWanted: boolean) => void
}

const VIEW = 'RequestPreview'

/** Shows requests one after the other. Closing the window or leaving the view declines all waiting requests. */
export function createRequestQueue({ store, commands, opening }: PreviewWindow) {
  let all: readonly Waiting[] = []
  let shown: readonly SiteRequest[] = []
  const watchers = new Set<() => void>()

  function change(next: readonly Waiting[]): void {
    all = next
    shown = next.map(({ siteRequest }) => siteRequest)
    for (const watcher of [...watchers]) watcher()
  }

  function declineAll(): void {
    const dropped = all
    change([])
    for (const { answer } of dropped) answer(false)
  }

  const isOnTop = () => selectIsOpen(store.getState()) && selectCurrentEntry(store.getState()).view === VIEW

  function show(): void {
    if (isOnTop()) return
    if (selectIsOpen(store.getState())) commands.navigate(VIEW)
    else opening.present(VIEW)
    const left = commands.signalOf(selectCurrentEntry(store.getState()).id)
    left.addEventListener('abort', declineAll, { once: true })
  }

  const queue: RequestQueue = {
    waiting: () => shown,
    watch(onChange) {
      watchers.add(onChange)
      return () => watchers.delete(onChange)
    },
    decide(id, isWanted) {
      const decided = all.find(({ siteRequest }) => siteRequest.id === id)
      if (!decided) return
      change(all.filter((one) => one !== decided))
      // Answers first, because the wallet can open its window only while the click is being handled.
      decided.answer(isWanted)
      if (all.length === 0 && isOnTop()) commands.back()
    },
  }

  return {
    queue,
    /** Resolves with the visitor's decision. */
    ask: (request: Omit<SiteRequest, 'id'>): Promise<boolean> =>
      new Promise((answer) => {
        change([...all, { siteRequest: { ...request, id: nanoid(8) }, answer }])
        show()
      }),
  }
}
