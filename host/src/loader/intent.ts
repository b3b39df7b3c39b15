import { own } from './platform.ts'

const IDLE_LIMIT = { timeout: 3_000 }

/** `view` is the value of the element's `data-portico`: a view name, or empty. */
export type OnIntent = (type: 'pointerover' | 'focusin' | 'click', view: string | undefined) => void

/**
 * Elements of the page with `data-portico` open the modal; pointing at one or focusing it shows intent. The listeners
 * are on the whole page, so that elements added later work too. `key` is the modal's `storageKey`: elements with
 * another `data-portico-key` belong to another modal.
 */
export function watchIntent(key: string | undefined, onIntent: OnIntent): () => void {
  const life = new AbortController()
  for (const type of ['pointerover', 'focusin', 'click'] as const) {
    own('addEventListener').call(
      document,
      type,
      (event) => {
        // The event's path includes open shadow roots, so elements inside the site's own components count, and their
        // hosts too.
        for (const { dataset } of event.composedPath() as HTMLElement[]) {
          if (dataset?.portico !== undefined) return dataset.porticoKey === key && onIntent(type, dataset.portico)
        }
      },
      life,
    )
  }
  return () => life.abort()
}

/** Calls `run` when the page has loaded and is idle; if it never is, after a limited time. */
export function whenIdle(run: () => void): void {
  // Safari has no idle callback, and an element of the page may have that name. As a timer's delay, the options object
  // counts as 0.
  const { requestIdleCallback: whenFree } = globalThis
  const idle = () => ((typeof whenFree === 'function' ? whenFree : setTimeout) as typeof whenFree)(run, IDLE_LIMIT)
  if (own('readyState') === 'complete') idle()
  else addEventListener('load', idle)
}

/** The browser's network information: connection type and data saving. */
interface Connected {
  readonly connection?: { readonly saveData?: boolean; readonly effectiveType?: string }
}

/** `data-portico-in` marks an element whose shadow root contains one with `data-portico`, invisible from outside. */
const SEEN = '[data-portico],[data-portico-in]'
/** How often to look for elements that the page has added. This is cheaper than observing all changes. */
const LOOK_MS = 1_000

/**
 * Reports once that an element which opens the modal is in the viewport and the page is idle. Does nothing for visitors
 * who save data or are on 2G.
 */
export function watchVisible(key: string | undefined, onVisible: () => void): () => void {
  const observer = new IntersectionObserver((entries) => {
    const { saveData, effectiveType } = (navigator as Connected).connection ?? {}
    if (!saveData && !effectiveType?.includes('2g') && entries.some((entry) => entry.isIntersecting)) whenIdle(seen)
  })
  const timer = setInterval(() => {
    for (const element of own('querySelectorAll').call(document, SEEN) as Iterable<HTMLElement>) {
      if (element.dataset.porticoKey === key) observer.observe(element)
    }
  }, LOOK_MS)
  const undo = () => {
    clearInterval(timer)
    observer.disconnect()
  }
  const seen = () => {
    undo()
    onVisible()
  }
  return undo
}
