import type { Holding } from '../../src/index.ts'
import { decimalText, floorTo, formatDecimal, formatFiat, inUnits } from '../../src/money/index.ts'
import { useLocale, useStyles } from '../hostContext.ts'
import { Picture } from '../Picture.tsx'
import rowSheet from '../Row.css'
import sheet from './HoldingRow.css'
import { worthOf } from './worth.ts'

interface HoldingRowProps {
  readonly holding: Holding
  /** Without this, the row cannot be pressed. */
  readonly onPress?: () => void
  readonly disabled?: boolean
  readonly testId?: string
}

/** As many fraction digits as people compare. The whole amount is in the tooltip. */
const SHOWN_DIGITS = 5

/** A row for an account's holding of one token. */
export function HoldingRow({ holding, onPress, disabled, testId }: HoldingRowProps) {
  useStyles(rowSheet)
  useStyles(sheet)
  const locale = useLocale()
  const { name, symbol, iconUrl, decimals } = holding
  const amount = BigInt(holding.amount)
  const exact = inUnits(amount, decimals)
  const cut = floorTo(exact, SHOWN_DIGITS)
  const isDust = cut.digits === 0n && amount > 0n
  const shown = isDust ? `< ${formatDecimal({ digits: 1n, scale: SHOWN_DIGITS }, locale)}` : formatDecimal(cut, locale)
  const worth = worthOf(amount, holding)
  const content = (
    <>
      <Picture name={symbol || name} src={iconUrl} shape="round" />
      <span className="Row-text">
        <span className="Row-label">{name}</span>
        <span className="HoldingRow-amount" title={`${decimalText(exact)} ${symbol}`}>
          {shown} {symbol}
        </span>
      </span>
      {worth ? <span className="HoldingRow-worth">{formatFiat(worth, locale)}</span> : null}
    </>
  )
  if (!onPress) {
    return (
      <div className="HoldingRow" data-testid={testId}>
        {content}
      </div>
    )
  }
  return (
    <button
      type="button"
      className="HoldingRow HoldingRow-button"
      disabled={disabled}
      data-testid={testId}
      onClick={onPress}
    >
      {content}
    </button>
  )
}
