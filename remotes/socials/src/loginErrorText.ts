import type { Translate } from '@portico/contracts'
import { errorText } from '@portico/contracts/ui'
import type { AttemptState } from './createAttempt.ts'

/** Where the provider, or the visitor there, has said no, it says with whom: the sentence of the catalogue does not. */
export function loginErrorText(
  t: Translate,
  { error, isDeviceRefused }: Extract<AttemptState, { status: 'failed' }>,
  name: string,
): string {
  if (isDeviceRefused) return t('socials.device.refused')
  return error.code === 'social.failed' ? t('socials.refused', { name }) : errorText(t, error)
}
