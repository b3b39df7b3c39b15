import { own } from './platform.ts'

const IDLE_LIMIT = { timeout: 3_000 }

/** A view's name, or nothing: what `data-portico` of the element holds. */
export type OnIntent = (type: 'pointerover' | 'focusin' | 'click', view: string | undefined) => void

/**
 * An element of the page opens the modal when it has `data-portico`; pointing at it or focusing it announces that.
 * Listens for the whole page, so that elements added later work too. `key` is the modal's `storageKey`: elements with
 * another `data-portico-key` are not ours.
 */
export function watchIntent(key: string | undefined, onIntent: OnIntent): () => void {
  const life = new AbortController()
  for (const type of ['pointerover', 'focusin', 'click'] as const) {
    own('addEventListener').call(
      document,
      type,
      (event) => {
        // The path sees into open shadow roots: an element inside the site's own component counts, and so does that one.
        for (const { dataset } of event.composedPath() as HTMLElement[]) {
          if (dataset?.portico !== undefined) return dataset.porticoKey === key && onIntent(type, dataset.portico)
        }
      },
      life,
    )
  }
  return () => life.abort()
}

/** After the page has loaded, when it has nothing else to do; a page that is never idle is not waited for longer. */
export function whenIdle(run: () => void): void {
  // Safari has no idle callback, and there an element of the page may have its name; for a timer an object is no delay.
  const { requestIdleCallback: whenFree } = globalThis
  const idle = () => ((typeof whenFree === 'function' ? whenFree : setTimeout) as typeof whenFree)(run, IDLE_LIMIT)
  if (own('readyState') === 'complete') idle()
  else addEventListener('load', idle)
}

/** Where the browser says how the visitor is connected, and what they want to save. */
interface Connected {
  readonly connection?: { readonly saveData?: boolean; readonly effectiveType?: string }
}

/** `data-portico-in` is an element in whose shadow root there is one with `data-portico`: from outside that cannot be seen. */
const SEEN = '[data-portico],[data-portico-in]'
/** How often it is looked for elements that the page has added: a list of all changes would cost more than it tells. */
const LOOK_MS = 1_000

/**
 * Says once that an element which opens the modal is in the viewport, and the page idle. Never to visitors who save data or are
 * on 2G. Elements that are added later count too.
 */
export function watchSight(key: string | undefined, onSight: () => void): () => void {
  const sight = new IntersectionObserver((entries) => {
    const { saveData, effectiveType } = (navigator as Connected).connection ?? {}
    if (!saveData && !effectiveType?.includes('2g') && entries.some((entry) => entry.isIntersecting)) whenIdle(seen)
  })
  const timer = setInterval(() => {
    for (const element of own('querySelectorAll').call(document, SEEN) as Iterable<HTMLElement>) {
      if (element.dataset.porticoKey === key) sight.observe(element)
    }
  }, LOOK_MS)
  const undo = () => {
    clearInterval(timer)
    sight.disconnect()
  }
  const seen = () => {
    undo()
    onSight()
  }
  return undo
}
