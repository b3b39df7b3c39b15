import { ServiceError } from '@portico/services/http/errors'
import { type Context, Hono } from 'hono'
import { DELIVERY_PATIENCE_MS } from '../onramp/limits.ts'
import { atMost, isOwnForm, orErrorPage, showPage } from '../page/showPage.ts'
import { errorPage, sessionPage } from './page.ts'
import { SANDBOX_PATH } from './sandboxPath.ts'
import type { Sessions } from './sessions.ts'

/** The page of a payment at the test exchange, and its two buttons. */
export function sandboxPages(sessions: Sessions, patienceMs = DELIVERY_PATIENCE_MS) {
  const press = (c: Context, act: (id: string) => Promise<void>) =>
    orErrorPage(c, errorPage, async () => {
      if (!isOwnForm(c))
        throw new ServiceError('request.invalid', { reason: 'the button is on the page of the payment' })
      const id = c.req.param('id') ?? ''
      await act(id)
      return c.redirect(`${SANDBOX_PATH}?session=${id}`, 303)
    })

  return (
    new Hono()
      .get(SANDBOX_PATH, (c) =>
        orErrorPage(c, errorPage, async () => showPage(c, sessionPage(sessions.find(c.req.query('session') ?? '')))),
      )
      // The page has no script, so the answer waits for the delivery instead.
      .post(`${SANDBOX_PATH}/:id/pay`, (c) => press(c, (id) => atMost(sessions.pay(id), patienceMs)))
      .post(`${SANDBOX_PATH}/:id/decline`, (c) => press(c, async (id) => sessions.decline(id)))
  )
}
