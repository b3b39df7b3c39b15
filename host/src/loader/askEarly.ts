import { WIDGET_VERSION } from '@portico/contracts'
import type { PorticoOptions } from '../options/types.ts'
import { baseOf } from './baseOf.ts'
import { indexSlot } from './indexSlot.ts'
import { preload } from './preload.ts'
import { ask, type LoaderContext, type PinnedShell, requestIndex } from './protocol.ts'

/**
 * Everything that the shell will ask for first is asked for beside it: a round trip on a phone is 165 ms. Which adapters the page
 * has is told by the shell's own requests.
 * @param options as they were given: what is wrong with them is the shell's to tell
 * @param shell the one that the loader was built with
 * @param texts what the loader says in the visitor's language
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
    // English is in the shell.
    if (locale !== 'en') early.messages = ask(`${host}shell/${shell.version}/messages/${locale}.json`, 'default')
    if (projectId && !basic) {
      const api = baseOf(endpoints?.api ?? host)
      early.config = ask(`${api}appkit/v1/config?projectId=${projectId}&st=appkit&sv=html-universal-${WIDGET_VERSION}`)
    }
    // At a later visit there is an index, which may have withdrawn it, and the browser's cache may hold it.
    if (!localStorage[indexSlot(host)]) preload(host + shell.url, shell.integrity)
  } catch {} // Where storage is blocked, the shell comes after what decides about it.
  return early
}
