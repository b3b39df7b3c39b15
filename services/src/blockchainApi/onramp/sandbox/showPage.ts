import type { Context } from 'hono'
import { ServiceError } from '../../../http/errors.ts'
import type { Markup } from './pageFrame.ts'
import { sheetHash } from './sheet.ts'

/** Nothing runs, nothing is loaded, and no other page may put this one into a frame and lead a finger to its button. */
const POLICY = `default-src 'none'; style-src '${sheetHash}'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`

export function showPage(c: Context, page: Markup, status: 200 | ServiceError['status'] = 200) {
  c.header('Content-Security-Policy', POLICY)
  c.header('Referrer-Policy', 'no-referrer')
  c.header('Cache-Control', 'no-store')
  return c.html(page, status)
}

/** What is wrong is told to a person here: as a page. */
export async function orErrorPage(
  c: Context,
  errorPage: (reason: string) => Markup,
  answer: () => Promise<Response>,
): Promise<Response> {
  try {
    return await answer()
  } catch (thrown) {
    if (!(thrown instanceof ServiceError)) throw thrown
    return showPage(c, errorPage(`${thrown.message}.`), thrown.status)
  }
}

/** Whether the button was pressed on its own page. Clients that are no browsers do not say. */
export const isOwnForm = (c: Context) => (c.req.header('sec-fetch-site') ?? 'same-origin') === 'same-origin'

/** Waits for it, but not for ever. */
export async function atMost(waitFor: Promise<void>, ms: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const patience = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms)
  })
  await Promise.race([waitFor, patience]).finally(() => clearTimeout(timer))
}
