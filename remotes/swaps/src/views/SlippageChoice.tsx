import { formatPercent } from '@portico/contracts/money'
import { useLocale, useMessages, useStyles } from '@portico/contracts/ui'
import { useDispatch, useSelector } from 'react-redux'
import { selectSwaps, slippageChosen } from '../swapsSlice.ts'
import sheet from './SlippageChoice.css'

/** Hundredths of a percent; the second is the default (rules.md §9). */
const CHOICES = [50, 100, 300] as const

/** The choice of accepted slippage. */
export function SlippageChoice() {
  useStyles(sheet)
  const t = useMessages()
  const locale = useLocale()
  const dispatch = useDispatch()
  const { slippageBps } = useSelector(selectSwaps)
  return (
    <fieldset className="SlippageChoice">
      <legend className="SlippageChoice-label">{t('swaps.slippage')}</legend>
      {CHOICES.map((bps) => (
        <label key={bps} className="SlippageChoice-choice">
          <input
            className="SlippageChoice-input"
            type="radio"
            name="swaps-slippage"
            checked={slippageBps === bps}
            data-testid={`swap-slippage-${bps}`}
            onChange={() => dispatch(slippageChosen(bps))}
          />
          <span className="SlippageChoice-text">{formatPercent({ digits: BigInt(bps), scale: 2 }, locale)}</span>
        </label>
      ))}
    </fieldset>
  )
}
