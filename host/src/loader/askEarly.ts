import { WIDGET_VERSION } from '@portico/contracts'
import type { PorticoOptions } from '../options/types.ts'
import { baseOf } from './baseOf.ts'
import { indexSlot } from './indexSlot.ts'
import { preload } from './preload.ts'
import { ask, type LoaderContext, type PinnedShell, requestIndex } from './protocol.ts'

/**
 * Sends the shell's first requests while the shell is loading, because a round trip on a phone takes 165 ms. Only the
 * shell's own requests name the page's adapters.
 * @param options unvalidated: the shell reports what is wrong with them
 * @param shell the shell that the loader was built with
 * @param texts the loader's texts in the visitor's language
 */
export function askEarly(
  { endpoints, projectId, basic }: PorticoOptions,
  host: string,
  shell: PinnedShell,
  texts: () => FirstTexts,
): LoaderContext['early'] {
  const early: { -readonly [K in keyof LoaderContext['early']]: LoaderContext['early'][K] } = {
    release: requestIndex(host),
  }
  try {
    const { locale } = texts()
    // English is built into the shell.
    if (locale !== 'en') early.messages = ask(`${host}shell/${shell.version}/messages/${locale}.json`, 'default')
    if (projectId && !basic) {
      const api = baseOf(endpoints?.api ?? host)
      early.config = ask(`${api}appkit/v1/config?projectId=${projectId}&st=appkit&sv=html-universal-${WIDGET_VERSION}`)
    }
    // On later visits an index is stored, which may have withdrawn the shell; and the shell may be in the browser's
    // cache.
    if (!localStorage[indexSlot(host)]) preload(host + shell.url, shell.integrity)
  } catch {} // If storage is blocked, the shell is loaded only after it has been chosen.
  return early
}
