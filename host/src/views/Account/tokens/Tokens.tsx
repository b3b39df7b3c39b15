import { errorSentence, type Holding, type Network } from '@portico/contracts'
import { Note, Skeleton, useMessages, useStyles } from '@portico/contracts/ui'
import { HoldingRow } from '@portico/contracts/ui/money'
import { useErrorText } from '../../../texts/useErrorText.ts'
import { NoTokens } from './NoTokens.tsx'
import sheet from './Tokens.css'
import type { KnownHoldings } from './useHoldings.ts'

/** As many as fill the panel's height. */
const PLACEHOLDERS = 3

interface TokensProps {
  readonly network: Network
  readonly tokens: readonly Holding[]
  readonly holdings: KnownHoldings
}

function Failure({ holdings: { value, error, retry } }: Pick<TokensProps, 'holdings'>) {
  const t = useMessages()
  const errorText = useErrorText()
  if (!error) return null
  const unavailable = errorText({ code: 'balance.unavailable', message: errorSentence('balance.unavailable') })
  const reason = errorText(error)
  return (
    <Note
      title={value ? t('host.tokens.stale') : unavailable}
      {...(reason !== unavailable && { detail: reason })}
      action={{ label: t('host.retry'), onPress: retry, testId: 'tokens-retry' }}
    />
  )
}

/** views.md §11.1: what the account holds on the active network. Read-only; the actions are above. */
export function Tokens({ network, tokens, holdings }: TokensProps) {
  useStyles(sheet)
  const t = useMessages()
  if (!holdings.value && !holdings.error) {
    return (
      <div role="status" aria-label={t('host.view.loading')}>
        <Skeleton count={PLACEHOLDERS} />
      </div>
    )
  }
  if (holdings.value && tokens.length === 0) {
    return (
      <>
        <Failure holdings={holdings} />
        <NoTokens network={network} />
      </>
    )
  }
  return (
    <div className="Tokens">
      <Failure holdings={holdings} />
      {tokens.length > 0 ? (
        <ul
          className="Tokens-list"
          aria-label={t('host.tokens.list', { network: network.name })}
          data-testid="account-tokens"
          // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and nothing in it takes the focus
          tabIndex={0}
        >
          {tokens.map((holding) => (
            <li key={holding.address ?? ''}>
              <HoldingRow holding={holding} testId={`account-token-${holding.symbol}`} />
            </li>
          ))}
        </ul>
      ) : null}
    </div>
  )
}
