import { ONRAMP_PATHS, type OnrampOrder } from '@portico/contracts/services/onramp'
import { ServiceError } from '@portico/services/http/errors'
import { Hono } from 'hono'
import { atMost, isOwnForm, orErrorPage, showPage } from '../page/showPage.ts'
import { SANDBOX_PAGE } from './createSandbox.ts'
import { DELIVERY_PATIENCE_MS } from './limits.ts'
import type { Orders } from './orders.ts'
import { errorPage, orderPage } from './page.ts'

/** The page of a sandbox order, its button, and its status updates. */
export function sandboxPages(orders: Orders, patienceMs = DELIVERY_PATIENCE_MS) {
  return new Hono()
    .get(SANDBOX_PAGE, (c) =>
      orErrorPage(c, errorPage, async () => showPage(c, orderPage(orders.find(c.req.query('order') ?? '')))),
    )
    .post(`${ONRAMP_PATHS.orders}/:id/pay`, (c) =>
      orErrorPage(c, errorPage, async () => {
        if (!isOwnForm(c))
          throw new ServiceError('request.invalid', { reason: 'the button is on the page of the order' })
        const id = c.req.param('id')
        // The page has no script, so the answer waits for the delivery instead.
        await atMost(orders.pay(id), patienceMs)
        return c.redirect(`${SANDBOX_PAGE}?order=${id}`, 303)
      }),
    )
    .get(`${ONRAMP_PATHS.orders}/:id`, (c) => {
      const { status, txHash } = orders.find(c.req.param('id'))
      c.header('Cache-Control', 'no-store')
      return c.json({ status, txHash } satisfies OnrampOrder)
    })
}
