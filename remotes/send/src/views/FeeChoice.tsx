import type { Holding, Translate } from '@portico/contracts'
import { formatDecimal, formatFiat, inUnits } from '@portico/contracts/money'
import { useLocale, useMessages, useStyles } from '@portico/contracts/ui'
import { feeWorthOf } from '@portico/contracts/ui/money'
import { useDispatch } from 'react-redux'
import type { FeeSpeed, SpeedCosts } from '../plan/plan.ts'
import { speedChosen } from '../sendSlice.ts'
import sheet from './FeeChoice.css'

const NAMES: Readonly<Record<FeeSpeed, string>> = {
  slow: 'send.speed.slow',
  normal: 'send.speed.normal',
  fast: 'send.speed.fast',
}

/** Rates are in thousandths. */
const RATE_DIGITS = 3
/** Average time between two blocks. */
const BLOCK_MINUTES = 10
const HOUR_MINUTES = 60

/** The expected duration, in blocks and in time. */
function timeText(t: Translate, blocks: number): string {
  const minutes = blocks * BLOCK_MINUTES
  if (minutes < HOUR_MINUTES) return t('send.speed.minutes', { blocks, minutes })
  return t('send.speed.hours', { blocks, hours: Math.ceil(minutes / HOUR_MINUTES) })
}

interface FeeChoiceProps {
  readonly speeds: readonly SpeedCosts[]
  readonly chosen: FeeSpeed
  /** The network's coin, with its price if known. */
  readonly coin: Pick<Holding, 'symbol' | 'decimals' | 'price'>
  readonly disabled: boolean
}

/** Bitcoin: a choice of speeds with their costs. */
export function FeeChoice({ speeds, chosen, coin, disabled }: FeeChoiceProps) {
  useStyles(sheet)
  const t = useMessages()
  const locale = useLocale()
  const dispatch = useDispatch()
  return (
    <fieldset className="FeeChoice" disabled={disabled} data-testid="send-speeds">
      <legend className="FeeChoice-label">{t('send.speed')}</legend>
      {speeds.map(({ speed, rate, blocks, fee }) => {
        const worth = feeWorthOf(fee, coin)
        return (
          <label key={speed} className="FeeChoice-choice">
            <input
              className="FeeChoice-input"
              type="radio"
              name="send-speed"
              checked={speed === chosen}
              data-testid={`send-speed-${speed}`}
              onChange={() => dispatch(speedChosen(speed))}
            />
            <span className="FeeChoice-box">
              <span className="FeeChoice-name">{t(NAMES[speed])}</span>{' '}
              <span className="FeeChoice-amount">
                {formatDecimal(inUnits(fee, coin.decimals), locale)} {coin.symbol}
              </span>{' '}
              <span className="FeeChoice-detail">{timeText(t, blocks)}</span>{' '}
              <span className="FeeChoice-amount FeeChoice-detail">
                {t('send.speed.rate', { rate: formatDecimal(inUnits(rate, RATE_DIGITS), locale) })}
                {worth ? ` · ${formatFiat(worth, locale)}` : null}
              </span>
            </span>
          </label>
        )
      })}
    </fieldset>
  )
}
