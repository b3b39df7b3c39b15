import type { FrameFailure } from '@portico/contracts/embeddedWallet/failures'
import {
  type BalanceChange,
  type Description,
  formatAmount,
  type Grant,
  grantSentence,
  grantsBeside,
  hasNoEnd,
  inOrderOfLoss,
  inOrderOfSize,
  isSaid,
  nftSentence,
  outcomeSentence,
  type PreviewContext,
  type Units,
} from '@portico/contracts/preview'
import type { Outcome } from './outcome.ts'
import { shortAddress, showAddress } from './showAddress.ts'
import { type Showing, showNumber, unitOf, wordsOf } from './showValue.ts'

function nftText({ t }: Showing, tokenId: bigint, size: bigint): string {
  const { key, values } = nftSentence(tokenId, size)
  return t(key, values)
}

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

/** An allowance in words, with the full addresses of spender and token unless the screen shows them elsewhere. */
function showGrant(
  showing: Showing,
  grant: Grant,
  { names = {} }: PreviewContext,
  facts: Units,
  isElsewhere: boolean,
): HTMLElement {
  const { make, t } = showing
  const { token, spender } = grant
  const name = Object.hasOwn(names, spender) ? names[spender] : undefined
  const { key, values } = grantSentence(grant, name ?? shortAddress(spender), facts, wordsOf(showing))
  const text = t(key, values)
  if (isElsewhere) return make('li', {}, text)
  const of = (label: string, address: string) =>
    make(
      'div',
      { class: 'approval-of' },
      make('span', { class: 'approval-label' }, label),
      ' ',
      showAddress(showing, address),
    )
  return make(
    'li',
    { class: hasNoEnd(grant) ? 'approval-warning approval-danger' : '' },
    make('span', {}, text),
    of(t('preview.spender'), spender),
    of(t('preview.token'), token),
  )
}

type Simulated = Extract<Outcome, { status: 'simulated' }>

function showEffects(
  showing: Showing,
  { changes, grants = [], handedOver = [], isPartial, hasMore, tokens }: Simulated,
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
  const sorted = inOrderOfLoss(changes)
  const endless = inOrderOfSize(grantsBeside(grants, description))
  return make(
    'div',
    {},
    ...handedOver.map((address) =>
      make(
        'div',
        { class: 'approval-line approval-warning approval-danger' },
        make('span', {}, t('preview.controlLost')),
        make('div', { class: 'approval-of' }, showAddress(showing, address)),
      ),
    ),
    ...(sorted.length > 0
      ? list(
          'preview.changes',
          sorted.map((change) => showChange(showing, change, factsOf(change.token))),
        )
      : isPartial || hasMore || handedOver.length > 0
        ? []
        : [hint('preview.noChanges')]),
    ...(endless.length > 0
      ? list(
          'preview.grants',
          endless.map((grant) => showGrant(showing, grant, context, factsOf(grant.token), isSaid(grant, description))),
          'approval-grants',
        )
      : []),
    isPartial || hasMore ? hint('preview.partial') : undefined,
  )
}

/** The expected changes, as far as they are known. */
export function showOutcome(
  showing: Showing,
  outcome: Outcome,
  context: PreviewContext,
  description: Description,
): HTMLElement {
  const { make, t } = showing
  if (outcome.status === 'simulated') return showEffects(showing, outcome, context, description)
  const { key, isWarning, isDanger } = outcomeSentence(outcome)
  const kind = `approval-line approval-warning${isDanger ? ' approval-danger' : ''}`
  return make('p', { class: isWarning ? kind : 'approval-hint' }, t(key))
}

/** Failures of approved requests that the frame tells the visitor about. The page reports the others itself. */
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

/** What became of the approved request; undefined if there is nothing to say. */
export function showFailure({ make, t }: Showing, failure: FrameFailure): HTMLElement | undefined {
  const known = FAILED.find((one) => one === failure)
  return known && make('p', { class: 'approval-line approval-warning approval-danger' }, t(`approval.failed.${known}`))
}
