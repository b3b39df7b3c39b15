import type { BalanceChange, PreviewContext } from '@portico/contracts/preview'
import { formatAmount } from './formatAmount.ts'
import type { Outcome } from './outcome.ts'
import { type Showing, showAddress } from './showValue.ts'

function showChange(
  { make, t }: Showing,
  { token, tokenId, change }: BalanceChange,
  context: PreviewContext,
): HTMLElement {
  const facts = token === undefined ? context.native : context.tokens?.[token]
  const sign = change > 0n ? '+' : ''
  const amount =
    tokenId === undefined
      ? `${sign}${formatAmount(change, facts?.decimals ?? 0)}`
      : `${change > 0n ? '+' : '−'} ${t('approval.nft', { id: tokenId.toString() })}`
  const unit =
    facts?.symbol ?? (facts?.decimals === undefined && tokenId === undefined ? t('approval.smallestUnits') : '')
  return make(
    'li',
    { class: change > 0n ? 'approval-gain' : 'approval-loss' },
    make('span', { class: 'approval-number', dir: 'ltr' }, amount),
    unit ? make('bdi', { class: 'approval-unit' }, ` ${unit}`) : undefined,
    token === undefined ? undefined : showAddress({ make }, token),
  )
}

/** What would change, as far as anybody can say. */
export function showOutcome(showing: Showing, outcome: Outcome, context: PreviewContext): HTMLElement {
  const { make, t } = showing
  const paragraph = (key: string, kind = 'approval-hint') => make('p', { class: kind }, t(key))
  switch (outcome.status) {
    case 'simulated':
      return outcome.changes.length === 0
        ? paragraph('approval.noChanges')
        : make(
            'div',
            {},
            make('p', { class: 'approval-label' }, t('approval.changes')),
            make(
              'ul',
              { class: 'approval-changes' },
              ...outcome.changes.map((change) => showChange(showing, change, context)),
            ),
          )
    case 'reverts':
      return paragraph('approval.wouldFail', 'approval-line approval-warning')
    case 'unaffordable':
      return paragraph('approval.unaffordable', 'approval-line approval-warning')
    case 'succeeds':
      return paragraph('approval.succeeds')
    default:
      return paragraph('approval.notSimulated')
  }
}
