import type { Messages, MessageValues, Translate } from '@portico/contracts'
import { formatMessage } from '@portico/contracts/formatMessage'

/** Looks a key up in the catalogues, the host's first. For an unknown key, which is a bug, the key itself is shown. */
export function createTranslate(catalogues: readonly Messages[], locale: string): Translate {
  return (key: string, values: MessageValues = {}) => {
    const pattern = catalogues.find((catalogue) => Object.hasOwn(catalogue, key))?.[key]
    return pattern === undefined ? key : formatMessage(pattern, values, locale)
  }
}

/** Languages with right-to-left scripts. `ar-XB` is the mirrored pseudo-locale of the tests. */
const RTL_LANGUAGES = ['ar', 'fa', 'he', 'ur', 'ps', 'sd', 'ug', 'yi']

export const directionOf = (locale: string): 'ltr' | 'rtl' =>
  RTL_LANGUAGES.includes(locale.split('-')[0]?.toLowerCase() ?? '') ? 'rtl' : 'ltr'
