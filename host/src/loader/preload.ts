import { element, own } from './platform.ts'
import { SHELL_REGISTRY } from './registry.ts'

/** Has the shell on its way while it is being decided whether it may run; not where the page has started one. */
export function preload(href: string, integrity: string): void {
  if (SHELL_REGISTRY in globalThis) return
  own('head').append(element('link', { rel: 'preload', as: 'script', crossOrigin: '', integrity, href }))
}
