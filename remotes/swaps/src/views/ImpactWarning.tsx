import { formatPercent } from '@portico/contracts/money'
import { Note, useLocale, useMessages } from '@portico/contracts/ui'
import { impactLevel } from '../formulas.ts'
import { SwapNote } from './SwapNote.tsx'

const WARNINGS = { caution: 'swaps.impact.caution', danger: 'swaps.impact.danger' } as const

/** Warns that a swap loses much value, or that its loss is unknown. @param impact in hundredths of a percent */
export function ImpactWarning({ impact }: { readonly impact: bigint | undefined }) {
  const t = useMessages()
  const locale = useLocale()
  const level = impactLevel(impact)
  if (level === 'none') return null
  if (impact === undefined || level === 'unknown') return <SwapNote>{t('swaps.impact.cannotTell')}</SwapNote>
  return <Note title={t(WARNINGS[level], { percent: formatPercent({ digits: impact, scale: 2 }, locale) })} />
}
