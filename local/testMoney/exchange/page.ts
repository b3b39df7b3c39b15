import { html } from 'hono/html'
import { frame, type Markup, row } from '../page/pageFrame.ts'
import { SANDBOX_PATH } from './sandboxPath.ts'
import type { Session, SessionPhase } from './sessions.ts'

const TITLES: Readonly<Record<SessionPhase, string>> = {
  open: 'Pay with test money',
  paid: 'Your payment is on its way',
  delivered: 'Your payment has arrived',
  failed: 'Nothing was paid',
  declined: 'Nothing was paid',
  over: 'Nothing was paid',
}

const status = (text: string) => html`<p class="Status" role="status">${text}</p>`

/** The buttons, or the state of the payment. */
function actionOf({ id, phase, sum }: Session): Markup {
  switch (phase) {
    case 'open':
      return html`<form method="post" action="${SANDBOX_PATH}/${id}/pay">
<p><button type="submit">Pay ${sum}</button></p>
<p><button type="submit" class="Second" formaction="${SANDBOX_PATH}/${id}/decline">Decline</button></p>
</form>`
    case 'paid':
      return html`${status('The network has not confirmed it yet.')}
<p><a href="${SANDBOX_PATH}?session=${id}">Look again</a></p>`
    case 'delivered':
      return status('Done. You can close this page and go back to where you came from.')
    case 'failed':
      return status('The network did not take it. Nothing was charged; begin a new payment where you came from.')
    case 'declined':
      return status('You have declined. Close this page and go back to where you came from.')
    case 'over':
      return status('It was not paid within 15 minutes. Begin a new payment where you came from.')
  }
}

/** The payment, with buttons to make or decline it. */
export const sessionPage = (session: Session): Markup =>
  frame(
    TITLES[session.phase],
    html`<p class="Note">This is a test exchange: no account is asked for, nothing is charged, and what is paid is worth nothing.</p>
<dl>
${row('Amount', session.sum)}
${row('Network', session.networkName)}
${row('To', session.delivery.to)}
${session.txHash ? row('Transaction', session.txHash) : ''}
</dl>
${actionOf(session)}`,
  )

export const errorPage = (reason: string): Markup =>
  frame(
    'This cannot be paid',
    html`<p class="Status" role="alert">${reason}</p>
<p>Close this page and begin a new payment where you came from.</p>`,
  )
