import { WINDOW_READY } from '../windowReady.ts'
import { createFakeObserver } from './fakeSight.ts'

export const SITE = 'https://secure.example'

/**
 * A frame of the secure site in a browser without IntersectionObserver v2. The frame has its own fake window; jsdom's
 * window plays the one that the frame opens.
 */
export function createFakeFrame() {
  const frame = new EventTarget()
  const framed = document.implementation.createHTMLDocument()
  let isClosed = false
  let isBlocked = false
  const requests: unknown[][] = []
  Object.defineProperty(window, 'closed', { configurable: true, get: () => isClosed })
  window.close = () => {
    isClosed = true
  }
  const place = document.createElement('div')
  const card = document.createElement('main')

  /** The page `/approve` before anything is drawn. */
  const load = () => {
    place.id = 'place'
    place.replaceChildren()
    card.innerHTML = '<p id="status"></p>'
    card.removeAttribute('inert')
    document.body.replaceChildren(card, place)
  }
  /** Delivers a message with properties, such as `isTrusted`, that events made by tests cannot have. */
  const hear = (message: object) => {
    for (const listener of listeners) listener(message as Event)
  }
  const listeners = new Set<(event: Event) => void>()
  const own = Object.assign(frame, {
    document: framed,
    navigator: { language: 'en' },
    location: { origin: SITE },
    IntersectionObserver: createFakeObserver({ isV2: false }).Observer,
    setInterval: (...given: Parameters<typeof setInterval>) => setInterval(...given),
    clearInterval: (id: number) => clearInterval(id),
    parent: {},
    open(...given: unknown[]) {
      requests.push(given)
      if (isBlocked) return null
      isClosed = false
      load()
      return window
    },
    addEventListener(name: string, listener: (event: Event) => void, options: { signal?: AbortSignal } = {}) {
      if (name === 'message') {
        listeners.add(listener)
        options.signal?.addEventListener('abort', () => listeners.delete(listener))
      } else EventTarget.prototype.addEventListener.call(frame, name, listener, options)
    },
  })
  const find = (id: string) => framed.querySelector<HTMLElement>(`[data-testid="${id}"]`)

  return {
    window: own as unknown as Window & typeof globalThis,
    /** Arguments of the `open` calls. */
    requests,
    hear,
    find,
    hint: () => framed.querySelector('#hint')?.textContent,
    isClosed: () => isClosed,
    /** Loads the page in the window, for the first time or again, and reports that it is ready. */
    ready() {
      load()
      hear({ data: WINDOW_READY, origin: SITE, source: window, isTrusted: true })
    },
    closeByHand() {
      isClosed = true
    },
    block() {
      isBlocked = true
    },
    allow() {
      isBlocked = false
    },
    leave: () => frame.dispatchEvent(new Event('pagehide')),
  }
}
