import { CODE_LIFETIME_MS } from '../../shared-contracts/src/embeddedWallet/oneTimeCodes.ts'
import { LOGIN_CODES_CHECK_PATH } from '../../shared-contracts/src/services/login.ts'
import { guesses } from '../browser/support/codes.ts'
import {
  addressOf,
  askForCode,
  emailField,
  mailTo,
  newAddress,
  typeCode,
  withoutWallet,
} from '../browser/support/embeddedWallet.ts'
import { startOwnLogin } from '../browser/support/ownLogin.ts'
import { stack } from '../browser/support/stack.ts'
import { closeBrowser, type Visit, visit } from '../browser/support/visit.ts'

/** Messages to a visitor who types a wrong or invalid code. */

jest.setTimeout(120_000)
afterAll(closeBrowser)

const COOLDOWN_MS = 31_000
const WRONG = 'Incorrect code. Try again.'
const USED_UP = 'Too many attempts with this code'
const EXPIRED = 'This code has expired'
const TOO_MANY = 'Too many codes requested. Try again in up to 60 minutes.'

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

async function isSignedIn(visitor: Visit): Promise<void> {
  await visitor.dialog.waitFor({ state: 'detached' })
  await visitor.reads('status', 'connected')
}

/** Requests another code as soon as possible, and signs in with it. */
async function signsInAnew(visitor: Visit, email: string, after: Awaited<ReturnType<typeof mailTo>>): Promise<void> {
  await visitor.page.clock.fastForward(COOLDOWN_MS)
  await visitor.dialog.getByRole('button', { name: 'Send a new code' }).click()
  // The mail may arrive before the page knows that it was sent.
  await visitor.dialog.getByText('Code email resent').waitFor()
  const { code = '' } = await mailTo(email, after)
  await typeCode(visitor, code)
  await isSignedIn(visitor)
}

test('after four wrong codes, the fifth attempt with the right code signs in', async () => {
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

test('after the fifth wrong attempt no sixth can be typed; a new code can be sent, and signs in', async () => {
  const visitor = await visitWithClock()
  try {
    const email = newAddress()
    await visitor.open()
    const mail = await askForCode(visitor, email)
    for (let n = 1; n <= 5; n += 1) await guesses(visitor, mail.code ?? '', n)
    await isTold(visitor, USED_UP)
    expect(await boxes(visitor).count()).toBe(0)
    await signsInAnew(visitor, email, mail)
  } finally {
    await visitor.end()
  }
})

test('a used code is invalid the next time', async () => {
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

test('of several codes only the last is valid; a sixth in an hour is not sent, and the last one stays valid', async () => {
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

test('a code older than ten minutes has expired, and a new one takes one press', async () => {
  const login = await startOwnLogin()
  const visitor = await visitWithClock(login.takesOver)
  try {
    await visitor.open()
    await emailField(visitor).fill('grace@mail.example')
    await emailField(visitor).press('Enter')
    await boxes(visitor).waitFor()
    login.advance(CODE_LIFETIME_MS + 1)
    await visitor.page.clock.fastForward(CODE_LIFETIME_MS + 1)
    await typeCode(visitor, login.lastCode())
    await isTold(visitor, EXPIRED)
    expect(await boxes(visitor).count()).toBe(0)

    const sent = login.mails().length
    await visitor.dialog.getByRole('button', { name: 'Send a new code' }).click()
    await visitor.dialog.getByText('Code email resent').waitFor()
    expect(login.mails()).toHaveLength(sent + 1)
    // A wrong code is reported as wrong rather than as expired.
    await guesses(visitor, login.lastCode(), 1)
    await isTold(visitor, WRONG)
  } finally {
    await visitor.end()
    await login.end()
  }
})

test('an attempt accepts a code only once: a replayed request gets nothing', async () => {
  const answers: { readonly outcome: string; readonly session?: object }[] = []
  const visitor = await visitWithClock((context) =>
    context.route(`${stack.urls.services}${LOGIN_CODES_CHECK_PATH}**`, async (route) => {
      const first = await route.fetch()
      // Exactly the visitor's request, as an eavesdropper could replay it.
      const replayed = await route.fetch()
      answers.push(await first.json(), await replayed.json())
      await route.fulfill({ response: first })
    }),
  )
  try {
    await visitor.open()
    const { code = '' } = await askForCode(visitor, newAddress())
    await typeCode(visitor, code)
    await isSignedIn(visitor)
    expect(answers).toEqual([
      expect.objectContaining({ outcome: 'accepted', session: expect.anything() }),
      { outcome: 'expired' },
    ])
  } finally {
    await visitor.end()
  }
})

test('a code that another person has already used is reported as invalid; a new code signs in', async () => {
  let isStolen = true
  const visitor = await visitWithClock((context) =>
    context.route(`${stack.urls.services}${LOGIN_CODES_CHECK_PATH}**`, async (route) => {
      if (isStolen) await route.fetch()
      isStolen = false
      await route.continue()
    }),
  )
  try {
    const email = newAddress()
    await visitor.open()
    const mail = await askForCode(visitor, email)
    await typeCode(visitor, mail.code ?? '')
    await isTold(visitor, EXPIRED)
    await visitor.reads('status', 'disconnected')
    await signsInAnew(visitor, email, mail)
  } finally {
    await visitor.end()
  }
})
