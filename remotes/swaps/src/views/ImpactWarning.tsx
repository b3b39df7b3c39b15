import { formatPercent } from '@portico/contracts/money'
import { Note, useLocale, useMessages } from '@portico/contracts/ui'
import { impactLevel } from '../formulas.ts'

const WARNINGS = { caution: 'swaps.impact.caution', danger: 'swaps.impact.danger' } as const

/** Warns that a swap loses much value, or that its loss is unknown. @param impact in hundredths of a percent */
export function ImpactWarning({ impact }: { readonly impact: bigint | undefined }) {
  const t = useMessages()
  const locale = useLocale()
  const level = impactLevel(impact)
  if (level === 'none') return null
  if (impact === undefined || level === 'unknown') return <p className="Swap-note">{t('swaps.impact.cannotTell')}</p>
  return <Note title={t(WARNINGS[level], { percent: formatPercent({ digits: impact, scale: 2 }, locale) })} />
}
