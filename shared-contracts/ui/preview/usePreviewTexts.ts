import { useMemo } from 'react'
import english from '../../preview/en.json'
import { formatMessage, type Messages, type Translate } from '../../src/formatMessage.ts'
import { useMessages } from '../hostContext.ts'

const texts: Messages = english

/**
 * The texts of descriptions (`preview.*`). They are in the visitor's language if the messages of the modal or of the
 * remote have them, and otherwise in English, which is bundled with this entry.
 */
export function usePreviewTexts(): Translate {
  const t = useMessages()
  return useMemo(
    () => (key, values) => {
      const text = t(key, values)
      const own = text === key && Object.hasOwn(texts, key) ? texts[key] : undefined
      return own === undefined ? text : formatMessage(own, values ?? {}, 'en')
    },
    [t],
  )
}
