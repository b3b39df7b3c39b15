import type { Route } from 'playwright-core'
import { startMailServer } from '../../services/testing/mailServer.ts'
import { CLIENT_HEADER, SECURE_SITE, SHOP, startLogin } from '../../services/testing/startLogin.ts'
import { CODE_LIFETIME_MS } from '../../shared-contracts/src/embeddedWallet/oneTimeCodes.ts'
import { LOGIN_CODES_CHECK_PATH, LOGIN_CODES_PATH } from '../../shared-contracts/src/services/login.ts'
import {
  addressOf,
  askForCode,
  emailField,
  mailTo,
  newAddress,
  typeCode,
  withoutWallet,
} from '../browser/support/embeddedWallet.ts'
import { stack } from '../browser/support/stack.ts'
import { closeBrowser, type Visit, visit } from '../browser/support/visit.ts'

/** What a visitor reads who types a code that is not, or no longer, the right one. */

jest.setTimeout(120_000)
afterAll(closeBrowser)

const COOLDOWN_MS = 31_000
const WRONG = 'That code is wrong. Try again.'
const USED_UP = 'Too many wrong tries with this code'
const EXPIRED = 'This code has expired'
const TOO_MANY = 'Too many codes were asked for. Try again in up to 60 minutes.'

const visitWithClock = (prepare: (of: Visit['context']) => Promise<unknown> = async () => {}) =>
  visit({
    ...withoutWallet(),
    async prepare(context, page) {
      await prepare(context)
      await page.clock.install()
    },
  })

const form = (visitor: Visit) => visitor.view('EmailVerifyOtp')
const boxes = ({ page }: Visit) => page.getByTestId('wui-otp-input')
const isTold = (visitor: Visit, sentence: string) =>
  form(visitor).getByRole('alert').getByText(sentence, { exact: true }).waitFor()

/** A code that is not this one, and another one for each `n`. */
const wrongCode = (code: string, n: number) => String((Number(code) + n) % 1_000_000).padStart(6, '0')

/** Types a wrong code, and waits until the boxes are empty again. */
async function guesses(visitor: Visit, code: string, n: number): Promise<void> {
  const judged = visitor.page.waitForResponse((response) => response.url().includes(LOGIN_CODES_CHECK_PATH))
  await typeCode(visitor, wrongCode(code, n))
  await judged
}

async function isSignedIn(visitor: Visit): Promise<void> {
  await visitor.dialog.waitFor({ state: 'detached' })
  await visitor.reads('status', 'connected')
}

test('four wrong codes are wrong, and can be typed again; the fifth try with the right one signs in', async () => {
  const visitor = await visitWithClock()
  try {
    await visitor.open()
    const { code = '' } = await askForCode(visitor, newAddress())
    expect(await form(visitor).textContent()).toContain('The code is valid for 10 minutes')
    for (let n = 1; n <= 4; n += 1) {
      await guesses(visitor, code, n)
      await isTold(visitor, WRONG)
      expect(await visitor.page.getByTestId('wui-input-numeric').first().inputValue()).toBe('')
    }
    await typeCode(visitor, code)
    await isSignedIn(visitor)
  } finally {
    await visitor.end()
  }
})

test('after the fifth wrong try no sixth can be typed; a new code can be sent, and signs in', async () => {
  const visitor = await visitWithClock()
  try {
    const email = newAddress()
    await visitor.open()
    const mail = await askForCode(visitor, email)
    for (let n = 1; n <= 5; n += 1) await guesses(visitor, mail.code ?? '', n)
    await isTold(visitor, USED_UP)
    expect(await boxes(visitor).count()).toBe(0)
    await visitor.page.clock.fastForward(COOLDOWN_MS)
    await visitor.dialog.getByRole('button', { name: 'Send a new code' }).click()
    await boxes(visitor).waitFor()
    const { code = '' } = await mailTo(email, mail)
    await typeCode(visitor, code)
    await isSignedIn(visitor)
  } finally {
    await visitor.end()
  }
})

test('a code that has signed somebody in is worth nothing the next time', async () => {
  const visitor = await visitWithClock()
  try {
    const email = newAddress()
    await visitor.open()
    const used = await askForCode(visitor, email)
    await typeCode(visitor, used.code ?? '')
    await isSignedIn(visitor)
    const address = await addressOf(visitor)
    await visitor.onPage((modal) => modal.disconnect())
    await visitor.reads('status', 'disconnected')

    await visitor.open()
    const fresh = await askForCode(visitor, email, used)
    if (fresh.code !== used.code) {
      await guesses(visitor, used.code ?? '', 0)
      await isTold(visitor, WRONG)
    }
    await typeCode(visitor, fresh.code ?? '')
    await isSignedIn(visitor)
    await visitor.reads('address', address)
  } finally {
    await visitor.end()
  }
})

test('of the codes that were sent one after another the last one counts; a sixth in an hour is not sent, and takes nothing from it', async () => {
  const visitor = await visitWithClock()
  try {
    const email = newAddress()
    await visitor.open()
    let mail = await askForCode(visitor, email)
    const first = mail
    for (let sent = 2; sent <= 5; sent += 1) {
      await visitor.page.clock.fastForward(COOLDOWN_MS)
      await visitor.dialog.getByRole('button', { name: 'Resend code' }).click()
      mail = await mailTo(email, mail)
      await visitor.dialog.getByText('Code email resent').waitFor()
    }
    await visitor.page.clock.fastForward(COOLDOWN_MS)
    await visitor.dialog.getByRole('button', { name: 'Resend code' }).click()
    await isTold(visitor, TOO_MANY)

    if (first.code !== mail.code) {
      await guesses(visitor, first.code ?? '', 0)
      await isTold(visitor, WRONG)
    }
    await typeCode(visitor, mail.code ?? '')
    await isSignedIn(visitor)
  } finally {
    await visitor.end()
  }
})

test('a code that is older than ten minutes has expired, and a new one is a press away', async () => {
  const mail = await startMailServer()
  const service = await startLogin({ smtpUrl: mail.url, from: 'no-reply@portico.example' })
  const lastCode = () => /\b(\d{6})\b/.exec(mail.inbox.at(-1)?.raw.split('\r\n\r\n').slice(1).join() ?? '')?.[1] ?? ''
  /** The login of the stack has no clock that can be turned on; this one has, and knows another shop. */
  const toThisOne = async (route: Route) => {
    const { pathname } = new URL(route.request().url())
    const body = route.request().postDataJSON()
    const response = await fetch(`${service.url}${pathname}?projectId=${SHOP.projectId}`, {
      method: 'POST',
      headers: { origin: SECURE_SITE, [CLIENT_HEADER]: '192.0.2.7' },
      body: JSON.stringify({ ...body, ...(body.page && { page: SHOP.origin }) }),
    })
    const headers = { 'access-control-allow-origin': '*', 'content-type': 'application/json' }
    await route.fulfill({ status: response.status, headers, body: await response.text() })
  }
  const visitor = await visitWithClock((context) =>
    context.route(`${stack.urls.services}${LOGIN_CODES_PATH}**`, toThisOne),
  )
  try {
    await visitor.open()
    await emailField(visitor).fill('grace@mail.example')
    await emailField(visitor).press('Enter')
    await boxes(visitor).waitFor()
    service.advance(CODE_LIFETIME_MS + 1)
    await visitor.page.clock.fastForward(CODE_LIFETIME_MS + 1)
    const old = lastCode()
    await typeCode(visitor, old)
    await isTold(visitor, EXPIRED)
    expect(await boxes(visitor).count()).toBe(0)

    const sent = mail.inbox.length
    await visitor.dialog.getByRole('button', { name: 'Send a new code' }).click()
    await visitor.dialog.getByText('Code email resent').waitFor()
    expect(mail.inbox).toHaveLength(sent + 1)
    // It is judged: what is wrong with this one is told as wrong, and not as too old.
    await guesses(visitor, lastCode(), 1)
    await isTold(visitor, WRONG)
  } finally {
    await visitor.end()
    await service.close()
    await mail.close()
  }
})
