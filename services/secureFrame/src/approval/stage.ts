import type { RpcDependencies } from '../rpc/rpcDependencies.ts'
import type { ScreenApis } from './visibility.ts'

/** Where a request is shown. */
export interface Stage extends ScreenApis {
  /** The screen fills this element, and leaves it empty. */
  readonly root: Element
  /** BCP 47 */
  readonly language: string
  /** Called with the separate window in which the visitor decides, and with undefined when that window is gone. */
  readonly onWindow?: (window: Window | undefined) => void
  /** Whether an event comes from the browser; for tests. */
  readonly isReal?: (event: Event) => boolean
}

/** The frame's own window as a stage. */
export const stageOf = ({
  window,
  root = window.document.body,
  onWindow,
  isReal,
}: Pick<RpcDependencies, 'window' | 'root' | 'onWindow' | 'isReal'>): Stage => ({
  window,
  document: window.document,
  Observer: window.IntersectionObserver,
  root,
  language: window.navigator.language,
  onWindow,
  isReal,
})
