import type { FrameFailure } from '@portico/contracts/embeddedWallet/failures'
import { isOdd } from '@portico/contracts/preview'
import { Refused } from '../messages/channel.ts'
import { actionLabel } from './actionLabel.ts'
import { adoptStyles } from './adoptStyles.ts'
import { isDecidedHere } from './decidedWhere.ts'
import { elementsOf } from './element.ts'
import { needsWholeRead } from './needsWholeRead.ts'
import { isHopeless, NOT_SIMULATED, type Outcome, whyImpossible } from './outcome.ts'
import { showDecided } from './showDecided.ts'
import { showFailure, showOutcome } from './showOutcome.ts'
import { type Shown, showScreen } from './showScreen.ts'
import type { Showing } from './showValue.ts'
import type { Stage } from './stage.ts'
import { type ApprovalMessageKey, createTexts } from './texts.ts'
import type { SightState } from './visibility.ts'
import { watchApprove } from './watchApprove.ts'
import { REVIEW_HINTS, type Review, watchReview } from './watchReview.ts'
import { watchRoom } from './watchRoom.ts'

/** Texts above the buttons, one at a time. */
const PRESS_HINTS = [
  'approval.wait',
  'approval.readOn',
  'approval.ready',
  'approval.hopeless',
  'approval.enlarge',
] as const
const ALL_HINTS = ['approval.impossible', 'approval.sending'] as const
type Hint = Extract<
  ApprovalMessageKey,
  (typeof PRESS_HINTS)[number] | (typeof REVIEW_HINTS)[number] | (typeof ALL_HINTS)[number]
>

const longest = (texts: readonly string[]): string =>
  texts.reduce((one, other) => (other.length > one.length ? other : one))

export interface Approval extends Shown {
  readonly account: string
  /** The expected changes. Approving waits until they are known, or known to be unavailable. */
  readonly outcome?: Promise<Outcome>
  /** There is nothing to approve because the network is unreachable; the visitor can try again. */
  readonly isUnreachable?: boolean
}

type StartReview = (reason: 'approval.window' | 'approval.windowRoom', onAsked?: () => void) => Review

export interface Decision {
  /**
   * Resolves when the visitor has approved, or tries an unreachable network again.
   * @throws Refused `rejected`; if there was nothing to approve, why
   */
  readonly approved: Promise<'approved' | 'again'>
  /** Shows what became of the approved request, if there is anything to say; resolves when it was read. */
  tell(failure: FrameFailure): Promise<void>
  /** Removes the screen. */
  close(): void
}

/**
 * Shows one request and waits for the visitor. If a page could hide it, or there is too little room for it, it can only
 * be rejected there, and is approved on the same screen in a window of its own.
 */
export function showApproval(approval: Approval, stage: Stage, signal: AbortSignal): Decision {
  const { document, window, root } = stage
  const make = elementsOf(document)
  const { t, locale } = createTexts(stage.language)
  const { account, context, description, isSignature } = approval
  const showing: Showing = { make, t, locale, account, now: Date.now() }
  const life = new AbortController()
  const isFramed = window.parent !== window
  const isHere = isDecidedHere(stage, description)

  const button = (kind: 'loud' | 'quiet', testId: string, text: string) =>
    make('button', { type: 'button', class: `approval-${kind}`, 'data-testid': testId }, text)
  const { key, values } = actionLabel(description)
  const reject = button('quiet', 'reject', t('approval.reject'))
  const approve = button('loud', 'approve', t(key, values))
  approve.setAttribute('aria-disabled', 'true')
  const review = button('loud', 'review', t('approval.review'))
  const again = button('loud', 'again', t('approval.again'))
  for (const one of [approve, review]) one.setAttribute('aria-describedby', 'hint')
  again.addEventListener('click', () => {
    again.setAttribute('disabled', '')
    again.textContent = t('approval.approving')
  })

  // The longest hint reserves the space: nothing moves when the hint changes.
  const hints: readonly Hint[] = [...(isHere ? PRESS_HINTS : REVIEW_HINTS), ...ALL_HINTS]
  const screen = showScreen(
    showing,
    approval,
    [reject, isHere ? approve : review],
    longest(hints.map((hint) => t(hint))),
  )
  const { body, outcome } = screen
  const say = (hint?: Hint) => {
    screen.hint.textContent = hint ? t(hint) : ''
  }

  const leaveStyles = adoptStyles(document)
  root.append(screen.element)
  const origin = screen.element.querySelector('.approval-origin')
  if (origin) origin.scrollTop = origin.scrollHeight
  reject.focus({ preventScroll: true })
  const leaveRoom = watchRoom(window, screen.sized, () => screen.fit())
  signal.addEventListener('abort', close, { once: true, signal: life.signal })
  if (signal.aborted) close()

  /** Offers nothing but closing. */
  function onlyClose(more: readonly HTMLElement[]): void {
    reject.textContent = t('approval.close')
    reject.removeAttribute('disabled')
    for (const one of [approve, review]) one.replaceWith(...more)
    reject.focus({ preventScroll: true })
  }

  function close(): void {
    life.abort()
    leaveRoom()
    screen.element.remove()
    leaveStyles()
  }

  let impossible: FrameFailure | undefined
  /** What waits for the visitor's decision. `stop`: it was made, or there is none to make. `close`: the screen goes. */
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
      for (const one of [approve, review]) {
        one.setAttribute('aria-disabled', 'true')
        one.textContent = t('approval.approving')
      }
      reject.setAttribute('disabled', '')
      say(isSignature ? undefined : 'approval.sending')
      resolve('approved')
    }
    /** From now on a window decides. */
    const startReview: StartReview = (reason, onAsked = () => {}) => {
      const draw = async (place: Stage, drawn: AbortSignal) => {
        const decided = await showApproval(approval, place, drawn).approved
        if (decided === 'again') resolve(decided)
        else decide()
      }
      const drawDecided = (place: Stage, drawn: AbortSignal) => showDecided(showing, place, drawn)
      const overText = t('approval.windowOver')
      const parts = { button: review, stage, say, reason, onAsked, overText, draw, drawDecided, onRefused: refuse }
      return watchReview(parts)
    }
    if (!isHere) watching = startReview('approval.window')
    startWatching(decide, startReview)
    life.signal.addEventListener('abort', () => watching.close(), { once: true })
  })

  /** The expected changes are known: nothing on the screen moves any more, and the time starts. */
  function startWatching(onPress: () => void, startReview: StartReview): void {
    const begin = (readyHint: Hint, readTo?: HTMLElement) => {
      if (life.signal.aborted) return
      const said: Readonly<Record<SightState, Hint>> = {
        small: 'approval.enlarge',
        unseen: 'approval.wait',
        unread: 'approval.readOn',
        seen: 'approval.wait',
        armed: readyHint,
      }
      let reviewing: Review | undefined
      let isAsked = false
      const onState = (state: SightState) => {
        approve.setAttribute('aria-disabled', String(state !== 'armed'))
        if (isAsked) return
        if (!isFramed || state !== 'small') {
          reviewing?.close()
          reviewing = undefined
          review.replaceWith(approve)
          say(said[state])
        } else if (!reviewing) {
          approve.replaceWith(review)
          reviewing = startReview('approval.windowRoom', () => {
            isAsked = true
          })
        }
      }
      const stop = watchApprove({
        stage,
        screen,
        button: approve,
        readTo,
        onState,
        // Once a window was requested, it decides.
        onPress: () => isAsked || onPress(),
      })
      watching = {
        stop: () => {
          stop()
          reviewing?.stop()
        },
        close: () => {
          stop()
          reviewing?.close()
        },
      }
    }
    /** Enables the button; it invites only to ordinary requests. */
    const end = (isOff: boolean, found?: Outcome) => {
      screen.fit()
      if (!isHere) return
      const { key, values } = actionLabel(description, found)
      const action = t(key, values)
      approve.textContent = isOff ? t('approval.anyway', { action }) : action
      if (isOff) approve.classList.replace('approval-loud', 'approval-quiet')
      // A text in the frame is read to its own end: all signed content has been in sight.
      const readTo = needsWholeRead(description, found) ? screen.end : isFramed ? screen.details : undefined
      begin(isOff ? 'approval.hopeless' : 'approval.ready', readTo)
    }
    const told = (found: Outcome) => {
      if (life.signal.aborted) return
      outcome.replaceChildren(showOutcome(showing, found, context, description))
      impossible = whyImpossible(found)
      if (impossible) {
        watching.close()
        screen.fit()
        onlyClose(found.status === 'unreachable' ? [again] : [])
        return say('approval.impossible')
      }
      if (found.status === 'simulated' && found.tokens && Object.keys(found.tokens).length > 0) {
        screen.tokenNote.hidden = false
      }
      end(isHopeless(found) || isOdd(description), found)
    }
    if (approval.isUnreachable) told({ status: 'unreachable' })
    else if (isSignature) end(isOdd(description))
    else if (!approval.outcome) told(NOT_SIMULATED)
    else {
      outcome.replaceChildren(make('p', { class: 'approval-hint' }, t('preview.simulating')))
      if (isHere) say('approval.wait')
      void approval.outcome.catch(() => NOT_SIMULATED).then(told)
    }
  }

  approved.catch(() => {})

  function tell(failure: FrameFailure): Promise<void> {
    const said = showFailure(showing, failure)
    if (!said || life.signal.aborted) return Promise.resolve()
    watching.close()
    outcome.replaceChildren(said)
    screen.fit()
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
