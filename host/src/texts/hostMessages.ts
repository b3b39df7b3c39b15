import type { Messages } from '@portico/contracts'
import { loadPinned } from '../kernel/loadPinned.ts'
import { ask, type LoaderContext } from '../loader/protocol.ts'
import { speaksFor } from '../loader/speaksFor.ts'
import type { Part } from '../modalShell.ts'
import { messagesArrived } from '../settingsSlice.ts'
import { readMessages } from './readMessages.ts'

/** An available locale: the visitor's, or else their language, or else English. */
export const localeOf = (wanted = navigator.language): string =>
  Object.keys(__MESSAGE_HASHES__).findLast((locale) => speaksFor(wanted, locale)) ?? 'en'

/** Uses the texts that the loader has requested, if they match this shell's version. A newer shell requests its own. */
async function firstMessages({ host, early }: LoaderContext, locale: string): Promise<Messages | undefined> {
  const integrity = __MESSAGE_HASHES__[locale]
  if (locale === 'en') return undefined
  const url = `${host}shell/${__SHELL_VERSION__}/messages/${locale}.json`
  return (
    (early.messages && (await readMessages(early.messages, integrity))) ?? readMessages(ask(url, 'default'), integrity)
  )
}

/** Replaces English texts of the first view with those in the visitor's language. */
export const loadFirstMessages: Part = ({ store, context, locale }) => {
  void firstMessages(context, locale).then((messages) => messages && store.dispatch(messagesArrived(messages)))
  return () => {}
}

/**
 * The texts beyond the first view, in the visitor's language, and in English where they are missing. All in English if
 * the file is missing or has the wrong hash.
 * @throws ModalError as `loadPinned` does, if not even the English texts load
 */
export async function deferredMessages(host: string, locale: string): Promise<Messages> {
  const url = `${host}shell/${__SHELL_VERSION__}/later/messages/${locale}.json`
  const [{ english }, own] = await Promise.all([
    loadPinned(() => import(/* webpackChunkName: "texts" */ './deferredMessages.ts')),
    locale === 'en' ? undefined : readMessages(ask(url, 'default'), __LATER_MESSAGE_HASHES__[locale]),
  ])
  return { ...english, ...own }
}
