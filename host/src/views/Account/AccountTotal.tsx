import type { Holding } from '@portico/contracts'
import { formatFiat } from '@portico/contracts/money'
import { Skeleton, useLocale, useMessages, useStyles } from '@portico/contracts/ui'
import sheet from './AccountTotal.css'
import { totalOf } from './tokens/tokensOf.ts'
import type { KnownHoldings } from './tokens/useHoldings.ts'

interface AccountTotalProps {
  readonly tokens: readonly Holding[]
  readonly holdings: KnownHoldings
}

/** The total value, and whether it is incomplete. The line has its place from the start, so that nothing moves. */
export function AccountTotal({ tokens, holdings: { value, error } }: AccountTotalProps) {
  useStyles(sheet)
  const t = useMessages()
  const locale = useLocale()
  if (!value && !error) {
    return (
      <div className="AccountTotal">
        <Skeleton shape="text" />
      </div>
    )
  }
  const { worth, isPartial } = totalOf(tokens)
  const amount = worth && formatFiat(worth, locale)
  const text = !value
    ? t('host.total.unknown')
    : !amount
      ? t('host.total.noPrices')
      : t(isPartial ? 'host.total.partial' : 'host.total.all', { amount })
  return (
    <p className="AccountTotal" data-testid="account-total">
      {text}
    </p>
  )
}
