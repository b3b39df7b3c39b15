import { ServiceError } from '@portico/services/http/errors'
import type { Context } from 'hono'
import type { Markup } from './pageFrame.ts'
import { sheetHash } from './sheet.ts'

/** No scripts, no resources, and no framing by other pages, which could trick a visitor into pressing the button. */
const POLICY = `default-src 'none'; style-src '${sheetHash}'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`

export function showPage(c: Context, page: Markup, status: 200 | ServiceError['status'] = 200) {
  c.header('Content-Security-Policy', POLICY)
  c.header('Referrer-Policy', 'no-referrer')
  c.header('Cache-Control', 'no-store')
  return c.html(page, status)
}

/** Shows errors to a person, as a page. */
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

/** Whether the button was pressed on our own page. Non-browser clients send no such header. */
export const isOwnForm = (c: Context) => (c.req.header('sec-fetch-site') ?? 'same-origin') === 'same-origin'

/** Waits, up to a limit. */
export async function atMost(waitFor: Promise<void>, ms: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const patience = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms)
  })
  await Promise.race([waitFor, patience]).finally(() => clearTimeout(timer))
}
