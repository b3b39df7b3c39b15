import type { FrameFailure } from '@portico/contracts/embeddedWallet/failures'
import { type Description, isOdd } from '@portico/contracts/preview'
import { Refused } from '../messages/channel.ts'
import { actionLabel } from './actionLabel.ts'
import { type ApprovalView, createApprovalView, type Hint } from './approvalView.ts'
import { elementsOf } from './element.ts'
import { needsWholeRead } from './needsWholeRead.ts'
import { isHopeless, NOT_SIMULATED, type Outcome, whyImpossible } from './outcome.ts'
import { showDecided } from './showDecided.ts'
import { showFailure, showOutcome } from './showOutcome.ts'
import type { Shown } from './showScreen.ts'
import type { Showing } from './showValue.ts'
import type { Stage } from './stage.ts'
import { createTexts } from './texts.ts'
import { canBeSeen, type ScreenApis, type ScreenState } from './visibility.ts'
import { watchApprove } from './watchApprove.ts'
import { type Review, watchReview } from './watchReview.ts'

/** Signatures that move nothing and allow nothing. */
const STATEMENTS: readonly Description['kind'][] = ['message', 'signIn']

/**
 * Whether this is only a text, or a sign-in to the requesting site. Chromium does not report everything that hides a
 * frame (masks, view transitions, picture-in-picture), so nothing else is approved in a frame.
 */
const givesNothingAway = (description: Description): boolean =>
  STATEMENTS.includes(description.kind) && !needsWholeRead(description)

/** Whether the visitor can approve on this stage, given enough room and sight, rather than in a separate window. */
const isDecidedHere = (stage: ScreenApis, description: Description): boolean =>
  stage.window.parent === stage.window || (canBeSeen(stage) && givesNothingAway(description))

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
   * @throws Refused `rejected`, or the reason why there was nothing to approve
   */
  readonly approved: Promise<'approved' | 'again'>
  /** Shows what became of the approved request, if there is anything to say; resolves when the visitor has read it. */
  tell(failure: FrameFailure): Promise<void>
  /** Removes the screen. */
  close(): void
}

interface Watching {
  readonly stage: Stage
  readonly view: ApprovalView
  /** The last element that has to be read before approving, if any. */
  readonly readTo?: HTMLElement
  readonly readyHint: Hint
  readonly startReview: StartReview
  readonly onPress: () => void
}

/** Watches the screen and its button. A frame that is too small offers a window instead. */
function watchScreen({ stage, view, readTo, readyHint, startReview, onPress }: Watching) {
  const { approve, review, say } = view
  const isFramed = stage.window.parent !== stage.window
  const hints: Readonly<Record<ScreenState, Hint>> = {
    small: 'approval.enlarge',
    unseen: 'approval.wait',
    unread: 'approval.readOn',
    seen: 'approval.wait',
    armed: readyHint,
  }
  let reviewing: Review | undefined
  let isWindowRequested = false
  const onState = (state: ScreenState) => {
    approve.setAttribute('aria-disabled', String(state !== 'armed'))
    if (isWindowRequested) return
    if (!isFramed || state !== 'small') {
      reviewing?.close()
      reviewing = undefined
      review.replaceWith(approve)
      say(hints[state])
    } else if (!reviewing) {
      approve.replaceWith(review)
      reviewing = startReview('approval.windowRoom', () => {
        isWindowRequested = true
      })
    }
  }
  const stop = watchApprove({
    stage,
    screen: view,
    button: approve,
    readTo,
    onState,
    // Once a window has been requested, only a press in that window counts.
    onPress: () => isWindowRequested || onPress(),
  })
  return {
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

/**
 * Shows one request and waits for the visitor. If a page could hide it, or there is too little room for it, it can only
 * be rejected there, and is approved on the same screen in a window of its own.
 */
export function showApproval(approval: Approval, stage: Stage, signal: AbortSignal): Decision {
  const { window } = stage
  const make = elementsOf(stage.document)
  const { t, locale } = createTexts(stage.language)
  const { account, context, description, isSignature } = approval
  const showing: Showing = { make, t, locale, account, now: Date.now() }
  const life = new AbortController()
  const isFramed = window.parent !== window
  const isHere = isDecidedHere(stage, description)
  const view = createApprovalView(approval, stage, showing, isHere)
  const { reject, approve, review, again, outcome, say } = view
  signal.addEventListener('abort', close, { once: true, signal: life.signal })
  if (signal.aborted) close()

  function close(): void {
    life.abort()
    view.remove()
  }

  let impossible: FrameFailure | undefined
  /** Ends the wait for a decision: `stop` once it is made, `close` if none can be made or the screen is removed. */
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
    /** From now on, the visitor decides in a window. */
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

  /** Starts watching once the expected changes are known, because from then on nothing on the screen moves. */
  function startWatching(onPress: () => void, startReview: StartReview): void {
    /** Starts watching. @param isOff the request is odd or would fail, so the button is not highlighted */
    const end = (isOff: boolean, found?: Outcome) => {
      view.fit()
      if (!isHere) return
      const { key, values } = actionLabel(description, found)
      const action = t(key, values)
      approve.textContent = isOff ? t('approval.anyway', { action }) : action
      if (isOff) approve.classList.replace('approval-loud', 'approval-quiet')
      // A text in the frame has to be read to its own end, so that all signed content has been in sight.
      const readTo = needsWholeRead(description, found) ? view.end : isFramed ? view.details : undefined
      if (life.signal.aborted) return
      const readyHint = isOff ? 'approval.hopeless' : 'approval.ready'
      watching = watchScreen({ stage, view, readTo, readyHint, startReview, onPress })
    }
    const showFound = (found: Outcome) => {
      if (life.signal.aborted) return
      outcome.replaceChildren(showOutcome(showing, found, context, description))
      impossible = whyImpossible(found)
      if (impossible) {
        watching.close()
        view.fit()
        view.onlyClose(found.status === 'unreachable' ? [again] : [])
        return say('approval.impossible')
      }
      if (found.status === 'simulated' && found.tokens && Object.keys(found.tokens).length > 0) {
        view.tokenNote.hidden = false
      }
      end(isHopeless(found) || isOdd(description), found)
    }
    if (approval.isUnreachable) showFound({ status: 'unreachable' })
    else if (isSignature) end(isOdd(description))
    else if (!approval.outcome) showFound(NOT_SIMULATED)
    else {
      outcome.replaceChildren(make('p', { class: 'approval-hint' }, t('preview.simulating')))
      if (isHere) say('approval.wait')
      void approval.outcome.catch(() => NOT_SIMULATED).then(showFound)
    }
  }

  approved.catch(() => {})

  function tell(failure: FrameFailure): Promise<void> {
    const said = showFailure(showing, failure)
    if (!said || life.signal.aborted) return Promise.resolve()
    watching.close()
    outcome.replaceChildren(said)
    view.fit()
    view.body.scrollTop = 0
    view.onlyClose([])
    say()
    return new Promise((resolve) => {
      life.signal.addEventListener('abort', () => resolve(), { once: true })
      reject.addEventListener('click', () => resolve(), { signal: life.signal })
      window.addEventListener('keydown', ({ key }) => key === 'Escape' && resolve(), { signal: life.signal })
    })
  }

  return { approved, tell, close }
}
