import type { Description, PreviewContext } from '@portico/contracts/preview'
import { Refused } from '../messages/channel.ts'
import { adoptStyles } from './adoptStyles.ts'
import { hasTokens } from './context.ts'
import { elementsOf } from './element.ts'
import { isHopeless, NOT_SIMULATED, type Outcome } from './outcome.ts'
import { watchPress } from './pressing.ts'
import { type Asker, showAsker } from './showAsker.ts'
import { isOdd, showDescription, showFields } from './showDescription.ts'
import { type Cost, showFacts } from './showFacts.ts'
import { showOutcome } from './showOutcome.ts'
import { showRaw } from './showRaw.ts'
import type { Showing } from './showValue.ts'
import { type ApprovalMessageKey, createTexts } from './texts.ts'
import { type Sight, watchVisibility } from './visibility.ts'

/** What is said above the buttons, one at a time. */
const HINTS = [
  'approval.wait',
  'approval.press',
  'approval.ready',
  'approval.hopeless',
  'approval.sending',
] as const satisfies readonly ApprovalMessageKey[]

const longest = (texts: readonly string[]): string =>
  texts.reduce((one, other) => (other.length > one.length ? other : one))

export interface Approval extends Asker, Cost {
  readonly account: string
  readonly context: PreviewContext
  readonly description: Description
  /** What would change. It is not approved before that is known, or known to be unknown. */
  readonly outcome?: Promise<Outcome>
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
  const { account, context, description, isSignature } = approval
  const showing: Showing = { make, t, locale, account, now: Date.now() }
  const life = new AbortController()

  const outcome = make('div', { class: 'approval-outcome', role: 'status' })
  // The longest hint keeps the place of all of them: nothing moves when another one is said.
  const hint = make('p', { class: 'approval-hint', id: 'hint', role: 'status' })
  const hintPlace = make(
    'div',
    { class: 'approval-hint-place', 'data-longest': longest(HINTS.map((key) => t(key))) },
    hint,
  )
  const say = (key?: (typeof HINTS)[number]) => {
    hint.textContent = key ? t(key) : ''
  }
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
  const header = showAsker(showing, approval)
  const tokenNote = make('p', { class: 'approval-line approval-hint' }, t('approval.tokenNamesItself'))
  tokenNote.hidden = !hasTokens(context)
  const facts = showFacts(showing, approval, description, context)
  const fields = showFields(showing, description)
  const body = make(
    'div',
    { class: 'approval-body', tabindex: '0', role: 'group', 'aria-labelledby': 'title' },
    make('h1', { id: 'title' }, t(description.titleKey)),
    outcome,
    showDescription(showing, description),
    // Data that mean nothing to us are all there is to read; of others, what they mean is what matters.
    ...(description.kind === 'typedData' ? [fields, facts] : [facts, fields]),
    tokenNote,
    showRaw(showing, description),
  )
  const footer = make('footer', {}, hintPlace, make('div', { class: 'approval-buttons' }, reject, approve))
  const screen = make(
    'section',
    {
      class: 'approval',
      'data-testid': 'approval',
      lang: locale,
      role: 'alertdialog',
      'aria-modal': 'true',
      'aria-labelledby': 'title',
      'aria-describedby': 'asked origin',
    },
    header,
    body,
    footer,
  )

  const leaveStyles = adoptStyles(document)
  root.append(screen)
  const origin = screen.querySelector('.approval-origin')
  if (origin) origin.scrollTop = origin.scrollHeight
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
      watching.stop()
      approve.setAttribute('aria-disabled', 'true')
      approve.textContent = t('approval.approving')
      reject.setAttribute('disabled', '')
      say(isSignature ? undefined : 'approval.sending')
      resolve()
    }
    const watching = startWatching(decide)
    life.signal.addEventListener('abort', () => watching.stop(), { once: true })
  })

  /** From when on it is known what would change: nothing on the screen moves any more, and the time begins. */
  function startWatching(onPress: () => void): { stop(): void } {
    let stopAll = () => {}
    const begin = (readyHint: (typeof HINTS)[number]) => {
      if (life.signal.aborted) return
      const tell = (isArmed: boolean) => {
        approve.setAttribute('aria-disabled', String(!isArmed))
        say(isArmed ? readyHint : visibility.needsFocus() ? 'approval.press' : 'approval.wait')
      }
      const visibility = watchVisibility(stage, [header, footer, screen], tell)
      tell(false)
      const leave = watchPress({ document, button: approve, visibility, onPress, isReal: stage.isReal })
      const focused = () => visibility.armed() === undefined && tell(false)
      window.addEventListener('focus', focused, { signal: life.signal })
      stopAll = () => {
        leave()
        visibility.stop()
      }
    }
    /** From here on Approve is alive, and invites only to what is nothing out of the ordinary. */
    const end = (isOff: boolean) => {
      if (isOff) {
        approve.classList.replace('approval-loud', 'approval-quiet')
        approve.textContent = t('approval.approveAnyway')
      }
      begin(isOff ? 'approval.hopeless' : 'approval.ready')
    }
    const told = (found: Outcome) => {
      if (life.signal.aborted) return
      outcome.replaceChildren(showOutcome(showing, found, context))
      if (found.status === 'simulated' && found.tokens && Object.keys(found.tokens).length > 0) tokenNote.hidden = false
      end(isHopeless(found) || isOdd(description))
    }
    if (isSignature) end(isOdd(description))
    else if (!approval.outcome) told(NOT_SIMULATED)
    else {
      outcome.replaceChildren(make('p', { class: 'approval-hint' }, t('approval.simulating')))
      say('approval.wait')
      void approval.outcome.catch(() => NOT_SIMULATED).then(told)
    }
    return { stop: () => stopAll() }
  }

  approved.catch(() => {})
  return { approved, close }
}
