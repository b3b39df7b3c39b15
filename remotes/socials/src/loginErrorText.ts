import type { SerializedError, Translate } from '@portico/contracts'
import { errorText } from '@portico/contracts/ui'

/** A refusal names the provider, which the error catalogue's sentence does not. */
export const loginErrorText = (t: Translate, error: SerializedError, name: string): string =>
  error.code === 'social.failed' ? t('socials.refused', { name }) : errorText(t, error)
