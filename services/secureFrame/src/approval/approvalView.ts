import { actionLabel } from './actionLabel.ts'
import { adoptStyles } from './adoptStyles.ts'
import type { Approval } from './showApproval.ts'
import { showScreen } from './showScreen.ts'
import type { Showing } from './showValue.ts'
import type { Stage } from './stage.ts'
import type { ApprovalMessageKey } from './texts.ts'
import { REVIEW_HINTS } from './watchReview.ts'
import { watchRoom } from './watchRoom.ts'

/** Hints above the buttons, one at a time. */
const PRESS_HINTS = [
  'approval.wait',
  'approval.readOn',
  'approval.ready',
  'approval.hopeless',
  'approval.enlarge',
] as const
const ALL_HINTS = ['approval.impossible', 'approval.sending'] as const
export type Hint = Extract<
  ApprovalMessageKey,
  (typeof PRESS_HINTS)[number] | (typeof REVIEW_HINTS)[number] | (typeof ALL_HINTS)[number]
>

const longest = (texts: readonly string[]): string =>
  texts.reduce((one, other) => (other.length > one.length ? other : one))

/** Draws a request with its buttons. @param isHere whether the request can be approved on this screen */
export function createApprovalView(
  approval: Approval,
  { document, window, root }: Stage,
  showing: Showing,
  isHere: boolean,
) {
  const { make, t } = showing
  const button = (kind: 'loud' | 'quiet', testId: string, text: string) =>
    make('button', { type: 'button', class: `approval-${kind}`, 'data-testid': testId }, text)
  const { key, values } = actionLabel(approval.description)
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
  const leaveStyles = adoptStyles(document)
  root.append(screen.element)
  const origin = screen.element.querySelector('.approval-origin')
  if (origin) origin.scrollTop = origin.scrollHeight
  reject.focus({ preventScroll: true })
  const leaveRoom = watchRoom(window, screen.sized, () => screen.fit())

  return {
    ...screen,
    reject,
    approve,
    review,
    again,
    /** Without a hint, the place stays empty. */
    say(hint?: Hint) {
      screen.hint.textContent = hint ? t(hint) : ''
    },
    /** Replaces the buttons with `more` and one button that closes the screen. */
    onlyClose(more: readonly HTMLElement[]) {
      reject.textContent = t('approval.close')
      reject.removeAttribute('disabled')
      for (const one of [approve, review]) one.replaceWith(...more)
      reject.focus({ preventScroll: true })
    },
    remove() {
      leaveRoom()
      screen.element.remove()
      leaveStyles()
    },
  }
}
export type ApprovalView = ReturnType<typeof createApprovalView>
