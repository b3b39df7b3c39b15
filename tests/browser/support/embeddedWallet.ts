import { setTimeout as pause } from 'node:timers/promises'
import type { FrameLocator, Locator } from 'playwright-core'
import { WALLET_PROJECT_ID } from '../../../scripts/local.mjs'
import { type FoundMail, readMail } from '../../../services/testing/readMail.ts'
import { approveThere, readToEnd, windowAfter } from './reviewWindow.ts'
import { stack } from './stack.ts'
import type { Visit, VisitOptions } from './visit.ts'

/** A page where nobody has a wallet, with e-mail and social login. */
export const withoutWallet = (options: Readonly<Record<string, unknown>> = {}): VisitOptions => ({
  query: { wallet: 'none', options: { projectId: WALLET_PROJECT_ID, ...options } },
})

let people = 0

/** An address that nobody else uses, so that tests can run side by side. */
export const newAddress = (): string => `visitor${++people}.${process.pid}.${Date.now()}@example.org`

export const mailTo = (address: string, after?: FoundMail): Promise<FoundMail> =>
  readMail(stack.urls.mailbox, address, { after: after?.id })

export const emailField = ({ page }: Visit): Locator => page.getByTestId('wui-email-input')

/** Types an address into Connect and waits for the boxes of the code. @returns the mail with the code */
export async function askForCode(visitor: Visit, address: string, after?: FoundMail): Promise<FoundMail> {
  await emailField(visitor).fill(address)
  await emailField(visitor).press('Enter')
  await visitor.page.getByTestId('wui-otp-input').waitFor()
  return mailTo(address, after)
}

/** Types a code as a visitor would who has the keyboard in the first box. */
export async function typeCode({ page }: Visit, code: string): Promise<void> {
  await page.getByTestId('wui-input-numeric').first().click()
  await page.keyboard.type(code)
}

/** Signs up, or in on a device that is known, and waits until the window has closed. @returns the mail with the code */
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

/** Whoever has a page with the wallet in it, be it in our modal or in another one. */
type OnPage = Pick<Visit, 'page'>

/** Inside of the frame of the secure site. */
export const inFrame = ({ page }: OnPage): FrameLocator => page.frameLocator('iframe[name=w3m-secure-iframe]')

/** As long as nothing counts at all, as in a tab in the background, nobody presses for ever. */
const PRESSES_MAX = 15
const PRESS_PATIENCE_MS = 1_500

/**
 * Presses a button of the frame until that has counted: Chromium passes no press on to a frame that has just moved, and the
 * frame takes none of a mouse that has just come.
 *
 * @param counted settles when a press has counted. By default the button goes; where another request waits, the same button
 *   stands there again at once.
 * @throws Error when none has counted
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
 * Approves what the frame shows, as soon as it can be: there, or in the window that the frame asks for.
 *
 * @param counted as `press` takes it
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

/** Asks once more for what could not be prepared; the screen that says so makes room for another one. */
export const tryAgain = (visitor: OnPage): Promise<void> => press(visitor, 'again')
