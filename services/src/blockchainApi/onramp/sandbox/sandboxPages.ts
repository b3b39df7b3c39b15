import { ONRAMP_PATHS, type OnrampOrder } from '@portico/contracts/services/onramp'
import { type Context, Hono } from 'hono'
import { ServiceError } from '../../../http/errors.ts'
import { SANDBOX_PAGE } from './createSandbox.ts'
import { DELIVERY_PATIENCE_MS } from './limits.ts'
import type { Orders } from './orders.ts'
import { errorPage, orderPage } from './page.ts'
import { sheetHash } from './sheet.ts'

/** Nothing runs, nothing is loaded, and no other page may put this one into a frame and lead a finger to its button. */
const POLICY = `default-src 'none'; style-src '${sheetHash}'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`

function show(c: Context, page: ReturnType<typeof orderPage>, status: 200 | ServiceError['status'] = 200) {
  c.header('Content-Security-Policy', POLICY)
  c.header('Referrer-Policy', 'no-referrer')
  c.header('Cache-Control', 'no-store')
  return c.html(page, status)
}

/** What is wrong is told to a person here: as a page. */
async function orErrorPage(c: Context, answer: () => Promise<Response>): Promise<Response> {
  try {
    return await answer()
  } catch (thrown) {
    if (!(thrown instanceof ServiceError)) throw thrown
    return show(c, errorPage(`${thrown.message}.`), thrown.status)
  }
}

/** Whether the button was pressed on the page of the order. Clients that are no browsers do not say. */
const isOwnForm = (c: Context) => (c.req.header('sec-fetch-site') ?? 'same-origin') === 'same-origin'

async function atMost(waitFor: Promise<void>, ms: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const patience = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms)
  })
  await Promise.race([waitFor, patience]).finally(() => clearTimeout(timer))
}

/** The page of an order of the sandbox, its button, and what watches it. */
export function sandboxPages(orders: Orders, patienceMs = DELIVERY_PATIENCE_MS) {
  return new Hono()
    .get(SANDBOX_PAGE, (c) => orErrorPage(c, async () => show(c, orderPage(orders.find(c.req.query('order') ?? '')))))
    .post(`${ONRAMP_PATHS.orders}/:id/pay`, (c) =>
      orErrorPage(c, async () => {
        if (!isOwnForm(c))
          throw new ServiceError('request.invalid', { reason: 'the button is on the page of the order' })
        const id = c.req.param('id')
        // Without a script on the page, it is the answer that waits.
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
