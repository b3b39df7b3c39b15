import type { PorticoOptions } from '../options/types.ts'
import { type OpenOptions, type PorticoModal, publicApi } from '../publicApi.ts'
import { createContext } from './context.ts'
import { watchIntent, whenIdle } from './intent.ts'
import { showNotice } from './notice.ts'
import { startShell } from './startShell.ts'

type AnyFunction = (...args: unknown[]) => unknown

function hasStoredConnection({ storageKey, projectId }: PorticoOptions): boolean {
  try {
    return `@portico/${storageKey ?? projectId}/connections` in localStorage
  } catch {
    return false
  }
}

/**
 * One modal. Returns at once; nothing is requested before the visitor shows intent (option `prefetch`), except that a
 * stored connection is restored when the page is idle. Calls made early are queued. On a server it does nothing.
 */
export function createModal(given: PorticoOptions, defaultHost: string | undefined): PorticoModal {
  let options = {} as PorticoOptions
  try {
    options = { ...given }
  } catch {} // Whatever was given is looked at by the shell, which says what is wrong with it.
  let modal: PorticoModal | undefined
  let starting: Promise<PorticoModal> | undefined
  let isDisposed = false
  let unwatch = () => {}
  /** The last open or close that was asked for: a close while the shell is on its way cancels the open before it. */
  let request = 0
  const waiting = new Set<(modal: PorticoModal) => void>()

  async function load(): Promise<PorticoModal> {
    const context = createContext(options, defaultHost)
    const shell = await startShell(context)
    modal = shell.mount(given, context)
    for (const call of waiting) call(modal)
    if (isDisposed) await modal.dispose()
    return modal
  }

  function start(): Promise<PorticoModal> {
    starting ??= load().catch((error) => {
      starting = undefined
      console.error('[portico]', error)
      throw error
    })
    return starting
  }

  const call = (on: PorticoModal, name: string, args: unknown[]) =>
    (on[name as keyof PorticoModal] as AnyFunction)(...args)
  const later = (name: string, args: unknown[]) => {
    let undo: AnyFunction = () => waiting.delete(run)
    const run = (started: PorticoModal) => {
      undo = call(started, name, args) as AnyFunction
    }
    waiting.add(run)
    return () => undo()
  }

  const own: Record<string, unknown> = {
    async open(openOptions?: OpenOptions) {
      const mine = ++request
      const started = await start()
      if (mine === request) await started.open(openOptions)
    },
    async close() {
      request++
      await modal?.close()
    },
    async dispose() {
      request++
      isDisposed = true
      unwatch()
      await modal?.dispose()
    },
    getThemeMode: () => modal?.getThemeMode() ?? options.themeMode ?? 'dark',
  }

  // The names tell how a method behaves while there is no shell; `publicApi` lists them, and a test holds it to that.
  const handle = new Proxy(own, {
    get(_, key) {
      if (typeof key === 'symbol' || key === 'then') return undefined
      own[key] ??= (...args: unknown[]) => {
        if (modal) return call(modal, key, args)
        if (/^(get|is)/.test(key)) return publicApi.getters[key as 'getState']
        if (/^(subscribe|set|show)/.test(key)) return later(key, args)
        return start().then((started) => call(started, key, args))
      }
      return own[key]
    },
  }) as object as PorticoModal

  if (typeof document === 'undefined') return handle

  const { prefetch = 'intent' } = options
  const prepare = () => void start().catch(() => {})
  unwatch = watchIntent(options.storageKey ?? '', {
    onIntent: prefetch === 'none' ? undefined : prepare,
    onPress: (view) =>
      void handle.open({ view } as OpenOptions).catch((error: Error) => {
        if (!modal) showNotice(error.message)
      }),
  })
  if (prefetch === 'idle' || hasStoredConnection(options)) whenIdle(prepare)
  return handle
}
