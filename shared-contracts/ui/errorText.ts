import type { SerializedError } from '../src/errors.ts'
import type { Translate } from '../src/formatMessage.ts'

/**
 * An error's sentence in the visitor's language. The English one is in the error catalogue; the build writes the others
 * into the message files, as `error.<code>`.
 */
export function errorText(t: Translate, { code, message }: Pick<SerializedError, 'code' | 'message'>): string {
  const key = `error.${code}`
  const text = t(key)
  return text === key ? message : text
}
