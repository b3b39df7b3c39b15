import type { SerializedError, Translate } from '@portico/contracts'
import { errorText } from '@portico/contracts/ui'

/** Where the provider, or the visitor there, has said no, it says with whom: the sentence of the catalogue does not. */
export const loginErrorText = (t: Translate, error: SerializedError, name: string): string =>
  error.code === 'social.failed' ? t('socials.refused', { name }) : errorText(t, error)
