import { element, own } from './platform.ts'

/** Has a script on its way while it is being decided whether it may run. */
export function preload(href: string, integrity: string): void {
  own('head').append(element('link', { rel: 'preload', as: 'script', crossOrigin: '', integrity, href }))
}
