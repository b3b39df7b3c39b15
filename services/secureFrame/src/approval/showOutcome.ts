import type { BalanceChange, PreviewContext, TokenFacts } from '@portico/contracts/preview'
import { formatAmount } from './formatAmount.ts'
import type { Outcome } from './outcome.ts'
import { showAddress } from './showAddress.ts'
import { type Showing, showNumber, unitOf } from './showValue.ts'

function showChange(
  showing: Showing,
  { token, tokenId, change }: BalanceChange,
  facts: Pick<TokenFacts, 'decimals' | 'symbol'> | undefined,
): HTMLElement {
  const { make, t } = showing
  const isGain = change > 0n
  const sign = isGain ? '+ ' : '− '
  const size = isGain ? change : -change
  const amount =
    tokenId === undefined
      ? showNumber(showing, `${sign}${formatAmount(size, facts?.decimals ?? 0)}`)
      : make('span', { class: 'approval-number' }, sign, t('approval.nft', { id: tokenId.toString() }))
  const unit = tokenId === undefined ? unitOf(showing, facts ?? {}) : (facts?.symbol ?? '')
  return make(
    'li',
    { class: isGain ? 'approval-gain' : 'approval-loss' },
    make(
      'span',
      { class: 'approval-amount', dir: 'ltr' },
      amount,
      unit ? make('bdi', { class: 'approval-unit' }, ` ${unit}`) : undefined,
    ),
    token === undefined ? undefined : make('div', { class: 'approval-of' }, showAddress(showing, token)),
  )
}

/** What would change, as far as anybody can say. */
export function showOutcome(showing: Showing, outcome: Outcome, context: PreviewContext): HTMLElement {
  const { make, t } = showing
  const paragraph = (key: string, kind = 'approval-hint') => make('p', { class: kind }, t(key))
  switch (outcome.status) {
    case 'simulated': {
      const { changes, tokens } = outcome
      const factsOf = ({ token }: BalanceChange) =>
        token === undefined ? context.native : (context.tokens?.[token] ?? tokens?.[token])
      // What leaves comes first: it is what there is to think about.
      const sorted = [...changes].sort((one, other) => Number(one.change > 0n) - Number(other.change > 0n))
      return changes.length === 0
        ? paragraph('approval.noChanges')
        : make(
            'div',
            {},
            make('h2', { class: 'approval-label' }, t('approval.changes')),
            make(
              'ul',
              { class: 'approval-changes' },
              ...sorted.map((change) => showChange(showing, change, factsOf(change))),
            ),
          )
    }
    case 'reverts':
      return paragraph('approval.wouldFail', 'approval-line approval-warning approval-danger')
    case 'unaffordable':
      return paragraph('approval.unaffordable', 'approval-line approval-warning approval-danger')
    case 'refused':
      return paragraph('approval.refused', 'approval-line approval-warning approval-danger')
    case 'succeeds':
      return paragraph('approval.succeeds')
    default:
      return paragraph('approval.notSimulated', 'approval-line approval-warning')
  }
}
