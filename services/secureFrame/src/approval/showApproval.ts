import type { Description, PreviewContext } from '@portico/contracts/preview'
import { Refused } from '../messages/channel.ts'
import { networkFacts } from '../rpc/networks.ts'
import { adoptStyles } from './adoptStyles.ts'
import { hasTokens } from './context.ts'
import { elementsOf } from './element.ts'
import { NOT_SIMULATED, type Outcome } from './outcome.ts'
import { watchPress } from './pressing.ts'
import { showDescription } from './showDescription.ts'
import { showOutcome } from './showOutcome.ts'
import { type Showing, showAddress, showValue } from './showValue.ts'
import { createTexts } from './texts.ts'
import { type Sight, watchVisibility } from './visibility.ts'

export interface Approval {
  /** Who asks, as the browser says. */
  readonly origin: string
  /** What the site calls itself, which anybody can. */
  readonly siteName?: string
  readonly account: string
  readonly context: PreviewContext
  readonly description: Description
  /** In the smallest unit of the network's coin, where the description does not say it. */
  readonly fee?: bigint
  /** The account is put on the network along with it. */
  readonly isDeployment?: boolean
  /** What would change. It is not approved before that is known, or known to be unknown. */
  readonly outcome?: Promise<Outcome>
  /** How many wait behind this one. */
  readonly waiting: number
}

export interface Stage extends Sight {
  /** The screen fills it, and leaves it empty. */
  readonly root: Element
  /** BCP 47 */
  readonly language: string
  /** Whether the browser has made an event; for tests. */
  readonly isReal?: (event: Event) => boolean
}

export interface Decision {
  /** Resolves when the visitor has approved. @throws Refused `rejected` */
  readonly approved: Promise<void>
  /** Takes the screen away. */
  close(): void
}

/** Shows one request and waits for the visitor. Whatever the site has sent is text and nothing else. */
export function showApproval(approval: Approval, stage: Stage, signal: AbortSignal): Decision {
  const { document, window, root } = stage
  const make = elementsOf(document)
  const { t, locale } = createTexts(stage.language)
  const showing: Showing = { make, t, locale }
  const { origin, siteName, account, context, description, fee, isDeployment, waiting } = approval
  const life = new AbortController()

  const outcome = make('div', { class: 'approval-outcome', role: 'status' })
  const hint = make('p', { class: 'approval-hint', id: 'hint', role: 'status' })
  const reject = make(
    'button',
    { type: 'button', class: 'approval-quiet', 'data-testid': 'reject' },
    t('approval.reject'),
  )
  const approve = make(
    'button',
    {
      type: 'button',
      class: 'approval-loud',
      'data-testid': 'approve',
      'aria-disabled': 'true',
      'aria-describedby': 'hint',
    },
    t('approval.approve'),
  )
  const header = make(
    'header',
    {},
    make('p', { class: 'approval-asks', 'data-testid': 'origin' }, make('bdi', {}, t('approval.asks', { origin }))),
    siteName
      ? make('p', { class: 'approval-hint', dir: 'auto' }, t('approval.claimedName', { name: siteName }))
      : undefined,
    waiting > 0 ? make('p', { class: 'approval-hint' }, t('approval.waiting', { count: waiting })) : undefined,
  )
  const body = make(
    'div',
    { class: 'approval-body', tabindex: '0', role: 'group', 'aria-labelledby': 'title' },
    make('h1', { id: 'title' }, t(description.titleKey)),
    outcome,
    showDescription(showing, description),
    fee === undefined
      ? undefined
      : make(
          'div',
          { class: 'approval-line' },
          make('span', { class: 'approval-label' }, t('approval.fee')),
          showValue(showing, { type: 'amount', amount: fee, ...context.native }),
        ),
    isDeployment ? make('p', { class: 'approval-hint' }, t('approval.deployment')) : undefined,
    hasTokens(context) ? make('p', { class: 'approval-hint' }, t('approval.tokenNamesItself')) : undefined,
    make(
      'section',
      {},
      make(
        'div',
        { class: 'approval-line' },
        make('span', { class: 'approval-label' }, t('approval.account')),
        showAddress(showing, account),
      ),
      make(
        'div',
        { class: 'approval-line' },
        make('span', { class: 'approval-label' }, t('approval.network')),
        make('bdi', {}, networkFacts(context.caipNetworkId).name),
      ),
    ),
  )
  const footer = make('footer', {}, hint, make('div', { class: 'approval-buttons' }, reject, approve))
  const screen = make(
    'main',
    { class: 'approval', 'data-testid': 'approval', lang: locale, 'aria-labelledby': 'title' },
    header,
    body,
    footer,
  )

  const leaveStyles = adoptStyles(document)
  root.append(screen)
  reject.focus({ preventScroll: true })
  signal.addEventListener('abort', close, { once: true, signal: life.signal })
  if (signal.aborted) close()

  function close(): void {
    life.abort()
    screen.remove()
    leaveStyles()
  }

  const approved = new Promise<void>((resolve, refuse) => {
    const no = () => refuse(new Refused('rejected'))
    life.signal.addEventListener('abort', no, { once: true })
    if (life.signal.aborted) no()
    reject.addEventListener('click', no, { signal: life.signal })
    window.addEventListener('keydown', ({ key }) => key === 'Escape' && no(), { signal: life.signal })

    const decide = () => {
      approve.setAttribute('aria-disabled', 'true')
      approve.textContent = t('approval.approving')
      reject.setAttribute('disabled', '')
      hint.textContent = ''
      watching.stop()
      resolve()
    }
    const watching = startWatching(decide)
    life.signal.addEventListener('abort', () => watching.stop(), { once: true })
  })

  /** From when on it is known what would change: nothing on the screen moves any more, and the time begins. */
  function startWatching(onPress: () => void): { stop(): void } {
    let stopAll = () => {}
    const begin = () => {
      if (life.signal.aborted) return
      const say = (isArmed: boolean) => {
        approve.setAttribute('aria-disabled', String(!isArmed))
        hint.textContent = isArmed ? '' : t(visibility.needsFocus() ? 'approval.press' : 'approval.wait')
      }
      const visibility = watchVisibility(stage, [header, footer, screen], say)
      say(false)
      const leave = watchPress({ document, button: approve, visibility, onPress, isReal: stage.isReal })
      const focused = () => visibility.armed() === undefined && say(false)
      window.addEventListener('focus', focused, { signal: life.signal })
      stopAll = () => {
        leave()
        visibility.stop()
      }
    }
    if (!approval.outcome) begin()
    else {
      hint.textContent = t('approval.simulating')
      void approval.outcome
        .catch(() => NOT_SIMULATED)
        .then((found) => {
          if (life.signal.aborted) return
          outcome.append(showOutcome(showing, found, context))
          begin()
        })
    }
    return { stop: () => stopAll() }
  }

  approved.catch(() => {})
  return { approved, close }
}
