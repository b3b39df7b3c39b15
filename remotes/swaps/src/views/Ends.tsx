import { amountText } from '@portico/contracts/money'
import { useLocale, useMessages } from '@portico/contracts/ui'
import { shownAmount } from '../shownAmount.ts'
import type { Token } from '../token.ts'

interface EndsProps {
  readonly from: Token
  readonly to: Token
  readonly amount: bigint
  /** The amount to receive. Undefined while unknown. */
  readonly received: bigint | undefined
  readonly receivedLabel?: string
}

/** The paid and received amounts; the title has all digits. */
export function Ends({ from, to, amount, received, receivedLabel }: EndsProps) {
  const t = useMessages()
  const locale = useLocale()
  return (
    <>
      <div className="SwapPreview-line">
        <p className="SwapPreview-label">{t('swaps.send')}</p>
        <p className="SwapPreview-amount" data-testid="swap-paid" title={amountText(amount, from.decimals)}>
          {shownAmount(amount, from, locale)}
        </p>
      </div>
      <div className="SwapPreview-line">
        <p className="SwapPreview-label">{receivedLabel ?? t('swaps.get')}</p>
        <p
          className="SwapPreview-amount"
          data-testid="swap-received"
          title={received === undefined ? undefined : amountText(received, to.decimals)}
        >
          {received === undefined ? '…' : shownAmount(received, to, locale)}
        </p>
      </div>
    </>
  )
}
