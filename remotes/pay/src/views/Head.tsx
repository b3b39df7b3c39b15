import type { Network } from '@portico/contracts'
import { amountText } from '@portico/contracts/money'
import { AddressText, useLocale, useMessages, useStyles } from '@portico/contracts/ui'
import type { Bill } from '../bill/bill.ts'
import { shownAmount } from '../shownAmount.ts'
import sheet from './Head.css'

/** Amount, network and recipient: the same in every view. */
export function Head({ bill, network }: { readonly bill: Bill; readonly network: Network | undefined }) {
  useStyles(sheet)
  const t = useMessages()
  const locale = useLocale()
  const { amount, token, recipient } = bill
  const units = BigInt(amount)
  return (
    <div className="Head">
      <p
        className="Head-amount"
        data-testid="pay-amount"
        title={`${amountText(units, token.decimals)} ${token.symbol}`}
      >
        {shownAmount(units, token, locale)}
      </p>
      <p className="Head-where">
        {t('pay.on', { network: network?.name ?? '' })}
        {' · '}
        {t('pay.to')} <AddressText address={recipient} />
      </p>
    </div>
  )
}
