import type { FrameFailure } from '@portico/contracts/embeddedWallet/failures'
import { type Description, isOdd, type PreviewContext } from '@portico/contracts/preview'
import { Refused } from '../messages/channel.ts'
import { adoptStyles } from './adoptStyles.ts'
import { hasTokens } from './context.ts'
import { elementsOf } from './element.ts'
import { isHopeless, NOT_SIMULATED, type Outcome, whyImpossible } from './outcome.ts'
import { watchPress } from './pressing.ts'
import { type Asker, showAsker } from './showAsker.ts'
import { showDecided } from './showDecided.ts'
import { showDescription, showFields } from './showDescription.ts'
import { type Cost, showFacts } from './showFacts.ts'
import { showFailure, showOutcome } from './showOutcome.ts'
import { showRaw } from './showRaw.ts'
import type { Showing } from './showValue.ts'
import type { Stage } from './stage.ts'
import { type ApprovalMessageKey, createTexts } from './texts.ts'
import { canBeSeen, watchVisibility } from './visibility.ts'
import { REVIEW_HINTS, watchReview } from './watchReview.ts'

/** All that there is to read of it is the data themselves. */
const isBareData = ({ kind }: Description) => kind === 'typedData' || kind === 'unknownTypedData'

/** What is said above the buttons, one at a time. */
const PRESS_HINTS = ['approval.wait', 'approval.ready', 'approval.hopeless'] as const
const ALL_HINTS = ['approval.impossible', 'approval.sending'] as const
type Hint = Extract<
  ApprovalMessageKey,
  (typeof PRESS_HINTS)[number] | (typeof REVIEW_HINTS)[number] | (typeof ALL_HINTS)[number]
>

const longest = (texts: readonly string[]): string =>
  texts.reduce((one, other) => (other.length > one.length ? other : one))

export interface Approval extends Asker, Cost {
  readonly account: string
  readonly context: PreviewContext
  readonly description: Description
  /** What would change. It is not approved before that is known, or known to be unknown. */
  readonly outcome?: Promise<Outcome>
  /** There is nothing to approve, as nobody could be asked; it can be tried again. */
  readonly isUnreachable?: boolean
}

export interface Decision {
  /**
   * Resolves when the visitor has approved, or has it tried once more where nobody could be asked.
   * @throws Refused `rejected`; where there was nothing to approve, why
   */
  readonly approved: Promise<'approved' | 'again'>
  /** Says what has become of what was approved, and resolves when the visitor has read it. At once where that says nothing. */
  tell(failure: FrameFailure): Promise<void>
  /** Takes the screen away. */
  close(): void
}

/**
 * Shows one request and waits for the visitor. Whatever the site has sent is text and nothing else. Where it cannot be known
 * that all of it is seen, it can be rejected there, and approved on the same screen in a window of its own.
 */
export function showApproval(approval: Approval, stage: Stage, signal: AbortSignal): Decision {
  const { document, window, root } = stage
  const make = elementsOf(document)
  const { t, locale } = createTexts(stage.language)
  const { account, context, description, isSignature } = approval
  const showing: Showing = { make, t, locale, account, now: Date.now() }
  const life = new AbortController()
  const isPressedHere = canBeSeen(stage)

  const outcome = make('div', { class: 'approval-outcome', role: 'status' })
  // The longest hint keeps the place of all of them: nothing moves when another one is said.
  const hint = make('p', { class: 'approval-hint', id: 'hint', role: 'status' })
  const hints: readonly Hint[] = [...(isPressedHere ? PRESS_HINTS : REVIEW_HINTS), ...ALL_HINTS]
  const hintPlace = make(
    'div',
    { class: 'approval-hint-place', 'data-longest': longest(hints.map((key) => t(key))) },
    hint,
  )
  const say = (key?: Hint) => {
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
      'data-testid': isPressedHere ? 'approve' : 'review',
      'aria-disabled': String(isPressedHere),
      'aria-describedby': 'hint',
    },
    t(isPressedHere ? 'approval.approve' : 'approval.review'),
  )
  const again = make('button', { type: 'button', class: 'approval-loud', 'data-testid': 'again' }, t('approval.again'))
  again.addEventListener('click', () => {
    again.setAttribute('disabled', '')
    again.textContent = t('approval.approving')
  })
  const header = showAsker(showing, approval)
  const tokenNote = make('p', { class: 'approval-line approval-hint' }, t('preview.tokenNamesItself'))
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
    ...(isBareData(description) ? [fields, facts] : [facts, fields]),
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

  /** Nothing can be approved any more. */
  function onlyClose(more: readonly HTMLElement[]): void {
    reject.textContent = t('approval.close')
    reject.removeAttribute('disabled')
    approve.replaceWith(...more)
    reject.focus({ preventScroll: true })
  }

  function close(): void {
    life.abort()
    screen.remove()
    leaveStyles()
  }

  let impossible: FrameFailure | undefined
  /** What waits for the visitor's decision. `stop`: there is one, or none to make. `close`: the screen goes. */
  let watching = { stop: () => {}, close: () => {} }

  const approved = new Promise<'approved' | 'again'>((resolve, refuse) => {
    const leave = () => refuse(new Refused('rejected'))
    const no = () => refuse(new Refused(impossible ?? 'rejected'))
    life.signal.addEventListener('abort', leave, { once: true })
    if (life.signal.aborted) leave()
    reject.addEventListener('click', no, { signal: life.signal })
    again.addEventListener('click', () => resolve('again'), { signal: life.signal })
    window.addEventListener('keydown', ({ key }) => key === 'Escape' && no(), { signal: life.signal })

    const decide = () => {
      watching.stop()
      approve.setAttribute('aria-disabled', 'true')
      approve.textContent = t('approval.approving')
      reject.setAttribute('disabled', '')
      say(isSignature ? undefined : 'approval.sending')
      resolve('approved')
    }
    if (!isPressedHere) {
      const draw = async (place: Stage, drawn: AbortSignal) => {
        const decided = await showApproval(approval, place, drawn).approved
        if (decided === 'again') resolve(decided)
        else decide()
      }
      const drawDecided = (place: Stage, drawn: AbortSignal) => showDecided(showing, place, drawn)
      const overText = t('approval.windowOver')
      watching = watchReview({ button: approve, stage, say, overText, draw, drawDecided, onRefused: refuse })
    }
    startWatching(decide)
    life.signal.addEventListener('abort', () => watching.close(), { once: true })
  })

  /** From when on it is known what would change: nothing on the screen moves any more, and the time begins. */
  function startWatching(onPress: () => void): void {
    const begin = (readyHint: (typeof PRESS_HINTS)[number]) => {
      if (life.signal.aborted) return
      const tell = (isArmed: boolean) => {
        approve.setAttribute('aria-disabled', String(!isArmed))
        say(isArmed ? readyHint : 'approval.wait')
      }
      const visibility = watchVisibility(stage, [header, footer, screen], tell)
      tell(false)
      const leave = watchPress({ document, button: approve, visibility, onPress, isReal: stage.isReal })
      const stop = () => {
        leave()
        visibility.stop()
      }
      watching = { stop, close: stop }
    }
    /** From here on Approve is alive, and invites only to what is nothing out of the ordinary. */
    const end = (isOff: boolean) => {
      if (!isPressedHere) return
      if (isOff) {
        approve.classList.replace('approval-loud', 'approval-quiet')
        approve.textContent = t('approval.approveAnyway')
      }
      begin(isOff ? 'approval.hopeless' : 'approval.ready')
    }
    const told = (found: Outcome) => {
      if (life.signal.aborted) return
      outcome.replaceChildren(showOutcome(showing, found, context, description))
      impossible = whyImpossible(found)
      if (impossible) {
        watching.close()
        onlyClose(found.status === 'unreachable' ? [again] : [])
        return say('approval.impossible')
      }
      if (found.status === 'simulated' && found.tokens && Object.keys(found.tokens).length > 0) tokenNote.hidden = false
      end(isHopeless(found) || isOdd(description))
    }
    if (approval.isUnreachable) told({ status: 'unreachable' })
    else if (isSignature) end(isOdd(description))
    else if (!approval.outcome) told(NOT_SIMULATED)
    else {
      outcome.replaceChildren(make('p', { class: 'approval-hint' }, t('preview.simulating')))
      if (isPressedHere) say('approval.wait')
      void approval.outcome.catch(() => NOT_SIMULATED).then(told)
    }
  }

  approved.catch(() => {})

  function tell(failure: FrameFailure): Promise<void> {
    const said = showFailure(showing, failure)
    if (!said || life.signal.aborted) return Promise.resolve()
    watching.close()
    outcome.replaceChildren(said)
    body.scrollTop = 0
    onlyClose([])
    say()
    return new Promise((resolve) => {
      life.signal.addEventListener('abort', () => resolve(), { once: true })
      reject.addEventListener('click', () => resolve(), { signal: life.signal })
      window.addEventListener('keydown', ({ key }) => key === 'Escape' && resolve(), { signal: life.signal })
    })
  }

  return { approved, tell, close }
}
