import { firstErrors } from '@portico/contracts/releaseErrors'
import type { PorticoOptions } from '../options/types.ts'
import { type OpenOptions, type PorticoModal, publicApi } from '../site/publicApi.ts'
import { askEarly } from './askEarly.ts'
import { baseOf } from './baseOf.ts'
import { failWith } from './fail.ts'
import { type FirstWindow, showFirstWindow } from './firstWindow.ts'
import { watchIntent, watchSight, whenIdle } from './intent.ts'
import { runPinned } from './pinned.ts'
import { speaksFor } from './speaksFor.ts'
import type { start as Starter } from './start.ts'

type Method = (...args: unknown[]) => unknown
type Methods = Record<keyof PorticoModal, Method>

/**
 * Getters; settings and subscriptions; the commands that are not written out: about networks, connections, the e-mail address,
 * or what is fetched.
 */
const KINDS = /^(get|is)|^(s[eh]|sub)|(ready|Net|onn|^fet|Em)/

/**
 * One modal. Returns at once; nothing is requested before the visitor shows intent (option `prefetch`), except that a
 * stored connection is restored when the page is idle. Calls made early are queued. On a server it does nothing.
 */
export function createModal(given: PorticoOptions, defaultHost: string | undefined): PorticoModal {
  let options = {} as { -readonly [Key in keyof PorticoOptions]: PorticoOptions[Key] }
  /** Whether this browser keeps a connection of this page; not where storage is blocked. */
  let hasConnected = false
  try {
    options = { ...given }
    hasConnected = `@portico/${options.storageKey ?? options.projectId}/connections` in localStorage
  } catch {} // The shell validates the options, and says what is wrong with them.
  let modal: Methods | undefined
  let starting: Promise<Methods> | undefined
  let unwatch: (() => void) | undefined
  /** The last open or close that was asked for: a close while the shell is on its way cancels the open before it. */
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
      // The browser's cache may hold bytes that were changed on their way: another address is fetched past it.
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

  /** Calls a method of the modal as soon as there is one. Returns the undo of that call, or of the wait for it. */
  function later(name: keyof PorticoModal, args: unknown[]): () => unknown {
    let undo: Method = () => waiting.delete(call)
    const call = (started: Methods) => {
      undo = started[name](...args) as Method
    }
    waiting.add(call)
    return () => undo()
  }

  /** In the visitor's language. English is the first of all. */
  const texts = () => {
    const all = __LOCALES__
    const wanted = options.locale ?? navigator.language
    return all.findLast(({ locale }) => speaksFor(wanted, locale)) ?? (all[0] as FirstTexts)
  }

  /** Only the list of wallets has a title here; the shell draws that of any other view. */
  function showFirst(view: unknown): void {
    first?.end()
    try {
      const isList = (!view || view === 'Connect') && !hasConnected
      first = showFirstWindow(options, texts(), isList ? texts().title : '', () => void handle.close())
    } catch {} // Nobody sees a server, and options that are not what they should be are the shell's to tell.
  }

  /** Does nothing visible once the shell has taken the window's place: the shell shows its own errors. */
  const failFirst = (error: unknown, retry: () => void) => first?.fail((error as Error).message, retry)

  const own: Partial<Methods> = {
    async open(openOptions) {
      const mine = ++request
      if (modal) return modal.open(openOptions)
      // Asked for before the window is drawn, which takes a slow phone a while.
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
      await (modal ? modal.dispose() : later('dispose', []))
    },
  }

  // The names tell how a method behaves while there is no shell; `publicApi` lists them, and a test holds it to that.
  const handle = new Proxy(own, {
    get(_, key: keyof PorticoModal | symbol) {
      const name = key as keyof PorticoModal
      const kind = KINDS.exec(String(key))
      if (kind) {
        own[name] ??= (...args) => {
          if (modal) return modal[name](...args)
          if (kind[1]) return getters[name as 'getState']
          if (kind[2]) return later(name, args)
          return started().then((shell) => shell[name](...args))
        }
      }
      // Much looks for a `then` or a `toJSON`: what is no method of a modal must not start one.
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
  const forgetSight = prefetch === 'visible' ? watchSight(storageKey, () => unwatch && prepare()) : undefined
  unwatch = () => {
    forgetIntent()
    forgetSight?.()
  }
  if (prefetch === 'idle' || enableEmbedded || hasConnected) {
    whenIdle(() => {
      if (!unwatch) return
      // It is part of the page: it is there without anybody asking for it.
      if (enableEmbedded) showFirst('')
      prepare()
    })
  }
  return handle
}
