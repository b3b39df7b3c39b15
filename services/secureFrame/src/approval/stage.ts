import type { Sight } from './visibility.ts'

/** Where a request is shown. */
export interface Stage extends Sight {
  /** The screen fills it, and leaves it empty. */
  readonly root: Element
  /** BCP 47 */
  readonly language: string
  /** Hears which window the visitor decides in, where that is one of its own; undefined when it is gone. */
  readonly onWindow?: (window: Window | undefined) => void
  /** Whether the browser has made an event; for tests. */
  readonly isReal?: (event: Event) => boolean
}
