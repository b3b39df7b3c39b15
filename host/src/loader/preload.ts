import { element, own } from './platform.ts'

/** Preloads a script before it is decided whether it may run. */
export function preload(href: string, integrity: string): void {
  own('head').append(element('link', { rel: 'preload', as: 'script', crossOrigin: '', integrity, href }))
}
