import { formatMessage, type Messages, type MessageValues, type Translate } from '@portico/contracts/formatMessage'
import previewEnglish from '@portico/contracts/preview/en.json'
import frameEnglish from '../../texts/en.json'

/** Only English so far; another language needs another pair of catalogues here, under its tag. */
const catalogues: ReadonlyMap<string, Messages> = new Map([['en', { ...previewEnglish, ...frameEnglish }]])
const ENGLISH = 'en'

/** All keys of the frame's own screens; those of a description come from the preview. */
export type ApprovalMessageKey = keyof typeof frameEnglish

/** @param language a BCP 47 tag, of which only the first part counts */
export function createTexts(language: string): { readonly locale: string; readonly t: Translate } {
  const base = language.toLowerCase().split('-')[0] ?? ENGLISH
  const locale = catalogues.has(base) ? base : ENGLISH
  const messages = catalogues.get(locale) ?? {}
  return { locale, t: (key: string, values: MessageValues = {}) => formatMessage(messages[key] ?? key, values, locale) }
}
