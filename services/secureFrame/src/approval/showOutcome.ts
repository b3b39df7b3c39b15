import type { FrameFailure } from '@portico/contracts/embeddedWallet/failures'
import type { BalanceChange, Description, PreviewContext } from '@portico/contracts/preview'
import { formatAmount } from './formatAmount.ts'
import type { Outcome } from './outcome.ts'
import { showAddress } from './showAddress.ts'
import { hasNoEnd, isSaid, nftText, showGrant, type Units } from './showGrant.ts'
import { type Showing, showNumber, unitOf } from './showValue.ts'

function showChange(showing: Showing, { token, tokenId, change }: BalanceChange, facts: Units): HTMLElement {
  const { make } = showing
  const isGain = change > 0n
  const sign = isGain ? '+ ' : '− '
  const size = isGain ? change : -change
  const amount =
    tokenId === undefined
      ? showNumber(showing, `${sign}${formatAmount(size, facts?.decimals ?? 0)}`)
      : make('span', { class: 'approval-number' }, sign, nftText(showing, tokenId, size))
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

type Simulated = Extract<Outcome, { status: 'simulated' }>

function showEffects(
  showing: Showing,
  { changes, grants = [], isPartial, tokens }: Simulated,
  context: PreviewContext,
  description: Description,
): HTMLElement {
  const { make, t } = showing
  const hint = (key: string) => make('p', { class: 'approval-hint' }, t(key))
  const factsOf = (token: string | undefined) =>
    token === undefined ? context.native : (context.tokens?.[token] ?? tokens?.[token])
  const list = (title: string, rows: readonly HTMLElement[], kind = 'approval-changes') => [
    make('h2', { class: 'approval-label' }, t(title)),
    make('ul', { class: kind }, ...rows),
  ]
  // What leaves comes first: it is what there is to think about.
  const sorted = [...changes].sort((one, other) => Number(one.change > 0n) - Number(other.change > 0n))
  const endless = [...grants].sort((one, other) => Number(hasNoEnd(other)) - Number(hasNoEnd(one)))
  return make(
    'div',
    {},
    ...(sorted.length > 0
      ? list(
          'approval.changes',
          sorted.map((change) => showChange(showing, change, factsOf(change.token))),
        )
      : isPartial
        ? []
        : [hint('approval.noChanges')]),
    ...(endless.length > 0
      ? list(
          'approval.grants',
          endless.map((grant) => showGrant(showing, grant, context, factsOf(grant.token), isSaid(grant, description))),
          'approval-grants',
        )
      : []),
    isPartial ? hint('approval.partial') : undefined,
  )
}

/** What would change, as far as anybody can say. */
export function showOutcome(
  showing: Showing,
  outcome: Outcome,
  context: PreviewContext,
  description: Description,
): HTMLElement {
  const { make, t } = showing
  const paragraph = (key: string, kind = 'approval-hint') => make('p', { class: kind }, t(key))
  switch (outcome.status) {
    case 'simulated':
      return showEffects(showing, outcome, context, description)
    case 'reverts':
      return paragraph('approval.wouldFail', 'approval-line approval-warning approval-danger')
    case 'unaffordable':
      return paragraph('approval.unaffordable', 'approval-line approval-warning approval-danger')
    case 'refused':
      return paragraph('approval.refused', 'approval-line approval-warning approval-danger')
    case 'unreachable':
      return paragraph('approval.unreachable', 'approval-line approval-warning approval-danger')
    case 'succeeds':
      return paragraph('approval.succeeds')
    default:
      return paragraph('approval.notSimulated', 'approval-line approval-warning')
  }
}

/** What the visitor has to know of what they have approved. Of the others the page is told, and it is theirs to say. */
const FAILED = [
  'feeTooLow',
  'fundsMissing',
  'nonceTaken',
  'notSent',
  'reverted',
  'stillPending',
  'unreachable',
  'wouldFail',
] as const satisfies readonly FrameFailure[]

/** What has become of what was approved; undefined where there is nothing to say. */
export function showFailure({ make, t }: Showing, failure: FrameFailure): HTMLElement | undefined {
  const known = FAILED.find((one) => one === failure)
  return known && make('p', { class: 'approval-line approval-warning approval-danger' }, t(`approval.failed.${known}`))
}
