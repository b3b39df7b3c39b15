import { firstErrors } from '@portico/contracts/releaseErrors'
import type { PorticoOptions } from '../options/types.ts'
import { type OpenOptions, type PorticoModal, publicApi } from '../site/publicApi.ts'
import { askEarly } from './askEarly.ts'
import { baseOf } from './baseOf.ts'
import { failWith } from './fail.ts'
import { type FirstWindow, showFirstWindow } from './firstWindow.ts'
import { watchIntent, watchVisible, whenIdle } from './intent.ts'
import { runPinned } from './pinned.ts'
import { speaksFor } from './speaksFor.ts'
import type { start as Starter } from './start.ts'

type Method = (...args: unknown[]) => unknown
type Methods = Record<keyof PorticoModal, Method>

/** Kinds of methods: getters; settings and subscriptions; commands on networks, connections and email, and fetching. */
const KINDS = /^(get|is)|^(s[eh]|sub)|(ready|Net|onn|^fet|Em)/

/**
 * Creates a modal. Returns at once, and requests nothing before the visitor shows intent (option `prefetch`), except
 * that a stored connection is restored when the page is idle. Early calls are queued. Does nothing on a server.
 */
export function createModal(given: PorticoOptions, defaultHost: string | undefined): PorticoModal {
  let options = {} as { -readonly [Key in keyof PorticoOptions]: PorticoOptions[Key] }
  /** Whether this browser has stored a connection for this page; false if storage is blocked. */
  let hasConnected = false
  try {
    options = { ...given }
    hasConnected = `@portico/${options.storageKey ?? options.projectId}/connections` in localStorage
  } catch {} // The shell validates the options and reports what is wrong.
  let modal: Methods | undefined
  let starting: Promise<Methods> | undefined
  let unwatch: (() => void) | undefined
  /** Numbers the calls to open and close: closing while the shell is loading cancels an earlier request to open. */
  let request = 0
  let first: FirstWindow | undefined
  const getters = { ...publicApi.getters, getThemeMode: options.themeMode ?? 'dark' }
  const waiting = new Set<(modal: Methods) => void>()

  async function load(): Promise<Methods> {
    let reason: keyof typeof firstErrors = 'release.hostMissing'
    let begin: () => ReturnType<typeof Starter>
    try {
      const host = baseOf(options.endpoints?.host ?? defaultHost)
      const shell = __SHELL__
      reason = 'release.insecureContext'
      if (!crypto.subtle) throw 0
      reason = 'release.shellFailed'
      const early = askEarly(options, host, shell, texts)
      const url = host + __START__.url
      // The cached bytes may have been altered in transit, and another URL bypasses the browser's cache.
      const again = () => runPinned<typeof Starter>(`${url}?${Date.now()}`, __START__.integrity)
      const start = await runPinned<typeof Starter>(url, __START__.integrity).catch(again)
      begin = () => start(options, { host, early, first: () => first, shell, runPinned })
    } catch {
      throw failWith(firstErrors)(reason)
    }
    const mount = await begin()
    modal = mount(given) as object as Methods
    for (const call of waiting) call(modal)
    return modal
  }

  function started(): Promise<Methods> {
    starting ??= load().catch((error) => {
      starting = undefined
      console.error(error)
      throw error
    })
    return starting
  }

  /** Calls a method once the modal has loaded. Returns a function to undo this call, or cancel it while it waits. */
  function whenStarted(name: keyof PorticoModal, args: unknown[]): () => unknown {
    let undo: Method = () => waiting.delete(call)
    const call = (started: Methods) => {
      undo = started[name](...args) as Method
    }
    waiting.add(call)
    return () => undo()
  }

  /** The loader's texts in the visitor's language. English comes first in the list. */
  const texts = () => {
    const all = __LOCALES__
    const wanted = options.locale ?? navigator.language
    return all.findLast(({ locale }) => speaksFor(wanted, locale)) ?? (all[0] as FirstTexts)
  }

  /** The loader has a title only for the list of wallets; for other views, the shell shows the title. */
  function showFirst(view: unknown): void {
    first?.end()
    try {
      const isList = (!view || view === 'Connect') && !hasConnected
      first = showFirstWindow(options, texts(), isList ? texts().title : '', () => void handle.close())
    } catch {} // On a server nothing is shown, and invalid options are reported by the shell.
  }

  /** Has no visible effect once the shell has replaced the window, because the shell shows its own errors. */
  const failFirst = (error: unknown, retry: () => void) => first?.fail((error as Error).message, retry)

  const own: Partial<Methods> = {
    async open(openOptions) {
      const mine = ++request
      if (modal) return modal.open(openOptions)
      // Begins before the window is shown, because showing it takes a while on slow phones.
      const coming = started()
      showFirst((openOptions as OpenOptions | undefined)?.view)
      try {
        const shell = await coming
        if (mine === request) return await shell.open(openOptions)
      } catch (error) {
        if (mine === request) failFirst(error, () => handle.open(openOptions as OpenOptions).catch(() => {}))
        throw error
      }
    },
    async close() {
      request++
      first?.end()
      await modal?.close()
    },
    async dispose() {
      request++
      first?.end()
      unwatch &&= unwatch() as undefined
      await (modal ? modal.dispose() : whenStarted('dispose', []))
    },
  }

  // A method's name decides how the method behaves without a shell; a test compares this with `publicApi`.
  const handle = new Proxy(own, {
    get(_, key: keyof PorticoModal | symbol) {
      const name = key as keyof PorticoModal
      const kind = KINDS.exec(String(key))
      if (kind) {
        own[name] ??= (...args) => {
          if (modal) return modal[name](...args)
          if (kind[1]) return getters[name as 'getState']
          if (kind[2]) return whenStarted(name, args)
          return started().then((shell) => shell[name](...args))
        }
      }
      // Frameworks probe for properties such as `then` or `toJSON`, so only the modal's own methods may start it.
      return own[name]
    },
  }) as object as PorticoModal

  if (!globalThis.document) return handle

  const { prefetch, storageKey, enableEmbedded } = options
  const prepare = () => void started().catch((error) => failFirst(error, prepare))
  const forgetIntent = watchIntent(storageKey, (type, view) => {
    if (type === 'click') {
      handle.open({ view } as OpenOptions).catch(() => {})
    } else if (prefetch !== 'none') prepare()
  })
  const forgetVisible = prefetch === 'visible' ? watchVisible(storageKey, () => unwatch && prepare()) : undefined
  unwatch = () => {
    forgetIntent()
    forgetVisible?.()
  }
  if (prefetch === 'idle' || enableEmbedded || hasConnected) {
    whenIdle(() => {
      if (!unwatch) return
      // An embedded modal's window is part of the page, and visible without being opened.
      if (enableEmbedded) showFirst('')
      prepare()
    })
  }
  return handle
}
