import type { Session } from '../../parts.ts'
import { t } from './texts.ts'

/** What the visitor has to do first. @param opensAt Unix seconds at which the wallet opens by itself, if it does */
export function waitingText({ email }: Pick<Session, 'email'>, opensAt: number | undefined): string {
  if (opensAt === undefined) return email === null ? t('wallet.opening') : t('wallet.link', { email })
  const at = new Date(opensAt * 1_000)
  const day = new Intl.DateTimeFormat('en', { dateStyle: 'long' }).format(at)
  const time = new Intl.DateTimeFormat('en', { timeStyle: 'short' }).format(at)
  return t('wallet.device', { day, time })
}
