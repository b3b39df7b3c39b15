import type { PorticoOptions } from '../options/types.ts'
import { type OpenOptions, type PorticoModal, publicApi } from '../publicApi.ts'
import { createContext } from './context.ts'
import { watchIntent, watchSight, whenIdle } from './intent.ts'
import { showNotice } from './notice.ts'
import { startShell } from './startShell.ts'
import { stored } from './verifyIndex.ts'

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
  let options = {} as PorticoOptions
  try {
    options = { ...given }
  } catch {} // Whatever was given is looked at by the shell, which says what is wrong with it.
  let modal: Methods | undefined
  let starting: Promise<Methods> | undefined
  let unwatch: (() => void) | undefined
  /** The last open or close that was asked for: a close while the shell is on its way cancels the open before it. */
  let request = 0
  const getters = { ...publicApi.getters, getThemeMode: options.themeMode ?? 'dark' }
  const waiting = new Set<(modal: Methods) => void>()

  async function load(): Promise<Methods> {
    const context = createContext(options, defaultHost)
    const shell = await startShell(context)
    modal = shell.mount(given, context) as object as Methods
    for (const call of waiting) call(modal)
    return modal
  }

  function start(): Promise<Methods> {
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

  const own: Partial<Methods> = {
    async open(openOptions) {
      const mine = ++request
      const started = modal ?? (await start().catch(showNotice))
      return mine === request ? started.open(openOptions) : undefined
    },
    async close() {
      request++
      await modal?.close()
    },
    async dispose() {
      request++
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
          return start().then((started) => started[name](...args))
        }
      }
      // Much looks for a `then` or a `toJSON`: what is no method of a modal must not start one.
      return own[name]
    },
  }) as object as PorticoModal

  if (!globalThis.document) return handle

  const { prefetch, storageKey, projectId, enableEmbedded } = options
  const prepare = () => void start().catch(() => {})
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
  // An embedded modal is part of the page: it is there without anybody asking for it.
  if (prefetch === 'idle' || enableEmbedded || stored('@portico', storageKey ?? projectId, 'connections'))
    whenIdle(() => unwatch && prepare())
  return handle
}
