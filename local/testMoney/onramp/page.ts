import { ONRAMP_PATHS } from '@portico/contracts/services/onramp'
import { html } from 'hono/html'
import { frame, type Markup, row } from '../page/pageFrame.ts'
import { SANDBOX_PAGE } from './createSandbox.ts'
import type { Order } from './orders.ts'

const TITLES: Readonly<Record<Order['status'], string>> = {
  created: 'Buy test money',
  paid: 'Your test money is on its way',
  delivered: 'Your test money has arrived',
  failed: 'Nothing was delivered',
}

const money = ({ amount, currency }: { readonly amount: string; readonly currency: string }) => `${amount} ${currency}`

/** The button, or the state of the order. */
function actionOf(order: Order): Markup {
  const { id, status, amounts, isOver } = order
  if (status === 'created') {
    return html`<form method="post" action="${ONRAMP_PATHS.orders}/${id}/pay">
<button type="submit">Pay ${money(amounts.paymentTotal)}</button>
</form>`
  }
  if (status === 'paid') {
    return html`<p class="Status" role="status">The network has not confirmed it yet.</p>
<p><a href="${SANDBOX_PAGE}?order=${id}">Look again</a></p>`
  }
  if (status === 'delivered') {
    return html`<p class="Status" role="status">Done. You can close this page and go back to where you came from.</p>`
  }
  return isOver
    ? html`<p class="Status" role="status">The order was not paid within 15 minutes. Begin a new one where you came from.</p>`
    : html`<p class="Status" role="status">The network did not take it. Nothing was charged; begin a new order where you came from.</p>`
}

/** The order, and a button to pay for it. */
export const orderPage = (order: Order): Markup =>
  frame(
    TITLES[order.status],
    html`<p class="Note">This is a sandbox: no card is asked for, nothing is charged, and what you get is worth nothing.</p>
<dl>
${row('You pay', money(order.amounts.paymentTotal))}
${row('Fee, included', `${order.fee} ${order.amounts.paymentTotal.currency}`)}
${row('You get', money(order.amounts.purchaseAmount))}
${row('Network', order.networkName)}
${row('To', order.delivery.to)}
${order.txHash ? row('Transaction', order.txHash) : ''}
</dl>
${actionOf(order)}`,
  )

export const errorPage = (reason: string): Markup =>
  frame(
    'This cannot be bought',
    html`<p class="Status" role="alert">${reason}</p>
<p>Close this page and begin a new order where you came from.</p>`,
  )
