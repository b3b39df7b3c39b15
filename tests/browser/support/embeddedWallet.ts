import { setTimeout as pause } from 'node:timers/promises'
import type { FrameLocator, Locator } from 'playwright-core'
import { WALLET_PROJECT_ID } from '../../../scripts/local.mjs'
import { type FoundMail, readMail } from '../../../services/testing/readMail.ts'
import { approveThere, readToEnd, windowAfter } from './reviewWindow.ts'
import { stack } from './stack.ts'
import type { Visit, VisitOptions } from './visit.ts'

/** A page without installed wallets, with e-mail and social login. */
export const withoutWallet = (options: Readonly<Record<string, unknown>> = {}): VisitOptions => ({
  query: { wallet: 'none', options: { projectId: WALLET_PROJECT_ID, ...options } },
})

let people = 0

/** A unique address, so that tests can run in parallel. */
export const newAddress = (): string => `visitor${++people}.${process.pid}.${Date.now()}@example.org`

export const mailTo = (address: string, after?: FoundMail): Promise<FoundMail> =>
  readMail(stack.urls.mailbox, address, { after: after?.id })

export const emailField = ({ page }: Visit): Locator => page.getByTestId('wui-email-input')

/** Types an address into Connect and waits for the code's boxes. @returns the mail with the code */
export async function askForCode(visitor: Visit, address: string, after?: FoundMail): Promise<FoundMail> {
  await emailField(visitor).fill(address)
  await emailField(visitor).press('Enter')
  await visitor.page.getByTestId('wui-otp-input').waitFor()
  return mailTo(address, after)
}

/** Types a code, with the focus in the first box. */
export async function typeCode({ page }: Visit, code: string): Promise<void> {
  await page.getByTestId('wui-input-numeric').first().click()
  await page.keyboard.type(code)
}

/** Signs up, or signs in on a known device, and waits until the window has closed. @returns the mail with the code */
export async function signIn(visitor: Visit, address: string, after?: FoundMail): Promise<FoundMail> {
  await visitor.open()
  const mail = await askForCode(visitor, address, after)
  await typeCode(visitor, mail.code ?? '')
  await visitor.dialog.waitFor({ state: 'detached' })
  await visitor.reads('status', 'connected')
  return mail
}

export const addressOf = async ({ page }: Visit): Promise<string> =>
  (await page.getByTestId('w3m-address').textContent()) ?? ''

/** Any page with the wallet, in our modal or another one. */
type OnPage = Pick<Visit, 'page'>

/** The secure site's frame. */
export const inFrame = ({ page }: OnPage): FrameLocator => page.frameLocator('iframe[name=w3m-secure-iframe]')

/** How many presses to try when none counts, as in a background tab. */
const PRESSES_MAX = 15
const PRESS_PATIENCE_MS = 1_500

/**
 * Presses one of the frame's buttons until a press counts: Chromium does not deliver presses to a frame that has just
 * moved, and the frame ignores a mouse that has just arrived.
 *
 * @param counted settles when a press has counted. By default the button disappears; with another request pending, the
 *   same button reappears at once.
 * @throws Error when no press counted
 */
export async function press(
  visitor: OnPage,
  name: 'approve' | 'reject' | 'again' | 'refuseDevice',
  counted?: Promise<unknown>,
): Promise<void> {
  const button = inFrame(visitor).getByTestId(name)
  const isGone = () =>
    (counted
      ? Promise.race([counted, pause(PRESS_PATIENCE_MS).then(() => Promise.reject())])
      : button.waitFor({ state: 'detached', timeout: PRESS_PATIENCE_MS })
    ).then(
      () => true,
      () => false,
    )
  for (let presses = 0; presses < PRESSES_MAX; presses++) {
    await button.click({ timeout: PRESS_PATIENCE_MS }).catch(() => {})
    if (await isGone()) return
  }
  throw new Error(`${name} was pressed ${PRESSES_MAX} times and none of them counted; is the tab in the background?`)
}

/**
 * Approves the frame's request as soon as possible: in the frame, or in the window that it opens.
 *
 * @param counted as in `press`
 */
export async function approve(visitor: OnPage, counted?: Promise<unknown>): Promise<void> {
  const frame = inFrame(visitor)
  const review = frame.getByTestId('review')
  await frame.locator('[data-testid=approve], [data-testid=review]').first().waitFor()
  if ((await review.count()) > 0) {
    const press = () => review.click({ timeout: PRESS_PATIENCE_MS }).catch(() => {})
    await approveThere(await windowAfter({ context: visitor.page.context() }, press))
    return
  }
  await readToEnd(frame)
  await frame.locator('[data-testid=approve][aria-disabled=false]').waitFor()
  await press(visitor, 'approve', counted)
}

export const reject = (visitor: OnPage): Promise<void> => press(visitor, 'reject')

/** Retries a request that could not be prepared; the screen with the error is replaced. */
export const tryAgain = (visitor: OnPage): Promise<void> => press(visitor, 'again')
