import { type Account, BALANCE_FRACTION_DIGITS, formatUnits, type Network, NO_BALANCE } from '@portico/contracts'
import { Skeleton, useLocale, useMessages, useStyles } from '@portico/contracts/ui'
import { selectBalance } from '../../account/balanceSlice.ts'
import { loadBalance } from '../../account/loadBalance.ts'
import { useShellDispatch, useShellSelector } from '../../shellContext.ts'
import { useErrorText } from '../../texts/useErrorText.ts'
import sheet from './AccountBalance.css'

/** Formats an exact decimal with the locale's separators; no floating-point number is involved. */
function localise(decimal: string, locale: string): { whole: string; fraction: string } {
  const [whole = '0', fraction = ''] = decimal.split('.')
  const separator =
    new Intl.NumberFormat(locale).formatToParts(1.5).find(({ type }) => type === 'decimal')?.value ?? '.'
  return { whole: BigInt(whole).toLocaleString(locale), fraction: fraction && `${separator}${fraction}` }
}

/** rules.md §5: the balance floored to three decimals; '0.00' on test networks and on networks that the site lacks. */
export function AccountBalance({ account, network }: { account: Account; network: Network | undefined }) {
  useStyles(sheet)
  const t = useMessages()
  const errorText = useErrorText()
  const locale = useLocale()
  const dispatch = useShellDispatch()
  const entry = useShellSelector((state) => selectBalance(state, account))
  const isCounted = network && !network.testnet

  if (isCounted && !entry?.value) {
    return entry?.error ? (
      <button
        type="button"
        className="AccountBalance-retry"
        data-testid="balance-retry"
        onClick={() => dispatch(loadBalance(account, network, true))}
      >
        {errorText(entry.error)} · {t('host.retry')}
      </button>
    ) : (
      <div className="AccountBalance" role="status" aria-label={t('host.view.loading')}>
        <Skeleton shape="amount" />
      </div>
    )
  }
  const balance = entry?.value
  const shown =
    isCounted && balance ? formatUnits(balance.value, balance.decimals, BALANCE_FRACTION_DIGITS) : NO_BALANCE
  const full = balance && isCounted ? formatUnits(balance.value, balance.decimals) : NO_BALANCE
  const { whole, fraction } = localise(shown, locale)
  return (
    <p className="AccountBalance" title={full} data-testid="account-balance" data-value={shown}>
      <span className="AccountBalance-label">{t('host.account.balance')} </span>
      <bdi>
        {whole}
        <span className="AccountBalance-minor">{fraction}</span>
      </bdi>{' '}
      <span className="AccountBalance-minor">{network?.nativeCurrency.symbol}</span>
    </p>
  )
}
