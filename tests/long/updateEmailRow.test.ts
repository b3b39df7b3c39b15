import type { FoundMail } from '../../services/testing/readMail.ts'
import { until } from '../../services/testing/until.ts'
import { CODE_LIFETIME_MS } from '../../shared-contracts/src/embeddedWallet/oneTimeCodes.ts'
import { LOGIN_EMAIL_CHECK_PATH } from '../../shared-contracts/src/services/login.ts'
import { guesses } from '../browser/support/codes.ts'
import { codeMailTo, signInAgain, typeAddress } from '../browser/support/emailChange.ts'
import { addressOf, emailField, mailTo, signIn, typeCode, withoutWallet } from '../browser/support/embeddedWallet.ts'
import { startOwnLogin } from '../browser/support/ownLogin.ts'
import { startOwnStores } from '../browser/support/ownStores.ts'
import { closeBrowser, type Visit, visit, visiting } from '../browser/support/visit.ts'

/** Changing the address in the account settings, and the messages for bad codes and addresses. */

jest.setTimeout(120_000)
afterAll(closeBrowser)

const USED_UP = 'Too many attempts with this code'
const EXPIRED = 'This code has expired'
const WRONG = 'Incorrect code. Try again.'
type Step = 'UpdateEmailPrimaryOtp' | 'UpdateEmailSecondaryOtp'

let people = 0
/** Short enough for the row to show it in full. */
const shortAddress = () => `v${++people}.${process.pid.toString(36)}.${Date.now().toString(36)}@example.org`

const row = ({ page }: Visit) => page.getByTestId('w3m-account-email-update')
const reads = (visitor: Visit, address: string) => row(visitor).getByText(address, { exact: true }).waitFor()

async function openSettings(visitor: Visit): Promise<void> {
  await visitor.openAccount()
  await visitor.page.getByTestId('account-settings-button').click()
}

/** Goes from the settings row to the first code. @returns the mail with that code */
async function asksForAnother(visitor: Visit, old: string, next: string, after: FoundMail) {
  await openSettings(visitor)
  await reads(visitor, old)
  await row(visitor).click()
  await visitor.view('UpdateEmailWallet').waitFor()
  // Waits until the field is filled, because the wallet is ready only then.
  await until(async () => (await emailField(visitor).inputValue()) === old)
  await typeAddress(visitor, next)
  await visitor.view('UpdateEmailPrimaryOtp').waitFor()
  return codeMailTo(old, after)
}

/** Types the right code for this step. */
async function passes(visitor: Visit, step: Step, code: string): Promise<void> {
  await visitor.view(step).waitFor()
  await typeCode(visitor, code)
}

const isTold = (visitor: Visit, step: Step, sentence: string) =>
  visitor.view(step).getByRole('alert').getByText(sentence, { exact: true }).waitFor()
const boxes = ({ page }: Visit) => page.getByTestId('wui-otp-input').count()

/** Expects the window to say that the code is no longer valid and to accept no code, until a press sends a new one. */
async function hasAnotherSent(visitor: Visit, step: Step, sentence: string): Promise<void> {
  await isTold(visitor, step, sentence)
  expect(await boxes(visitor)).toBe(0)
  await visitor.dialog.getByRole('button', { name: 'Send a new code' }).click()
  await visitor.dialog.getByText('Code email resent').waitFor()
  await visitor.view('UpdateEmailPrimaryOtp').getByTestId('wui-otp-input').waitFor()
}

/** Expects that the row shows the new address, back in the settings. */
async function isChanged(visitor: Visit, next: string): Promise<void> {
  await visitor.dialog.getByText('Email updated').waitFor()
  await reads(visitor, next)
}

test(
  'the settings row changes the address after both codes; only the new one then signs in to the wallet',
  visiting(withoutWallet(), async (visitor) => {
    const [old, next] = [shortAddress(), shortAddress()]
    const signedUp = await signIn(visitor, old)
    const wallet = await addressOf(visitor)

    const primary = await asksForAnother(visitor, old, next, signedUp)
    await passes(visitor, 'UpdateEmailPrimaryOtp', primary.code)
    await visitor.view('UpdateEmailSecondaryOtp').waitFor()
    const secondary = await codeMailTo(next)
    await passes(visitor, 'UpdateEmailSecondaryOtp', secondary.code)
    await isChanged(visitor, next)
    // Pressing Back once is enough: the same view is not in the history twice.
    await visitor.back()
    await visitor.view('Account').waitFor()
    await visitor.close()
    await visitor.reads('address', wallet)

    await visitor.page.reload()
    await visitor.reads('status', 'connected')
    await openSettings(visitor)
    await reads(visitor, next)
    await visitor.close()
    await signInAgain(visitor, next, secondary)
    await visitor.reads('address', wallet)
    await signInAgain(visitor, old, await mailTo(old))
    expect(await addressOf(visitor)).not.toBe(wallet)
  }),
)

test(
  'after five wrong attempts at either code no sixth can be typed; new codes can be sent, and change the address',
  visiting(withoutWallet(), async (visitor) => {
    const [old, next] = [shortAddress(), shortAddress()]
    const signedUp = await signIn(visitor, old)
    const guessesFive = async (step: Step, code: string) => {
      for (let n = 1; n <= 5; n += 1) {
        await guesses(visitor, code, n, LOGIN_EMAIL_CHECK_PATH)
        await isTold(visitor, step, n < 5 ? WRONG : USED_UP)
      }
    }
    let primary = await asksForAnother(visitor, old, next, signedUp)
    await guessesFive('UpdateEmailPrimaryOtp', primary.code)
    await hasAnotherSent(visitor, 'UpdateEmailPrimaryOtp', USED_UP)
    primary = await codeMailTo(old, primary)
    await passes(visitor, 'UpdateEmailPrimaryOtp', primary.code)

    await visitor.view('UpdateEmailSecondaryOtp').waitFor()
    let secondary = await codeMailTo(next)
    await guessesFive('UpdateEmailSecondaryOtp', secondary.code)
    await hasAnotherSent(visitor, 'UpdateEmailSecondaryOtp', USED_UP)
    primary = await codeMailTo(old, primary)
    await passes(visitor, 'UpdateEmailPrimaryOtp', primary.code)
    await visitor.view('UpdateEmailSecondaryOtp').waitFor()
    secondary = await codeMailTo(next, secondary)
    await passes(visitor, 'UpdateEmailSecondaryOtp', secondary.code)
    await isChanged(visitor, next)
  }),
)

test('both codes expire after ten minutes, and new codes change the address', async () => {
  const login = await startOwnLogin()
  const stores = await startOwnStores(login.publicKeys)
  const visitor = await visit({
    ...withoutWallet(),
    async prepare(context) {
      await login.takesOverAll(context)
      await stores.takeOver(context)
    },
  })
  try {
    const [old, next] = [shortAddress(), shortAddress()]
    const mailedTo = () => login.mails().at(-1)?.to
    await visitor.open()
    await emailField(visitor).fill(old)
    await emailField(visitor).press('Enter')
    await visitor.page.getByTestId('wui-otp-input').waitFor()
    await typeCode(visitor, login.lastCode())
    await visitor.dialog.waitFor({ state: 'detached' })
    await visitor.reads('status', 'connected')
    await openSettings(visitor)
    await row(visitor).click()
    await typeAddress(visitor, next)
    await visitor.view('UpdateEmailPrimaryOtp').waitFor()

    login.advance(CODE_LIFETIME_MS + 1)
    await passes(visitor, 'UpdateEmailPrimaryOtp', login.lastCode())
    await hasAnotherSent(visitor, 'UpdateEmailPrimaryOtp', EXPIRED)
    expect(mailedTo()).toEqual([old])
    await passes(visitor, 'UpdateEmailPrimaryOtp', login.lastCode())

    await visitor.view('UpdateEmailSecondaryOtp').waitFor()
    expect(mailedTo()).toEqual([next])
    login.advance(CODE_LIFETIME_MS + 1)
    await passes(visitor, 'UpdateEmailSecondaryOtp', login.lastCode())
    await hasAnotherSent(visitor, 'UpdateEmailSecondaryOtp', EXPIRED)
    expect(mailedTo()).toEqual([old])
    await passes(visitor, 'UpdateEmailPrimaryOtp', login.lastCode())
    await visitor.view('UpdateEmailSecondaryOtp').waitFor()
    await passes(visitor, 'UpdateEmailSecondaryOtp', login.lastCode())
    await isChanged(visitor, next)
  } finally {
    await visitor.end()
    await stores.end()
    await login.end()
  }
})

test('an address of another wallet is refused; only the reader of its mail learns why, and neither wallet changes', () =>
  visiting(withoutWallet(), async (visitor) => {
    const [old, taken] = [shortAddress(), shortAddress()]
    const theirs = await signIn(visitor, taken)
    const other = await addressOf(visitor)
    await visitor.onPage((modal) => modal.disconnect())
    await visitor.reads('status', 'disconnected')
    const signedUp = await signIn(visitor, old)
    const wallet = await addressOf(visitor)
    expect(wallet).not.toBe(other)

    const primary = await asksForAnother(visitor, old, taken, signedUp)
    await passes(visitor, 'UpdateEmailPrimaryOtp', primary.code)
    await visitor.view('UpdateEmailSecondaryOtp').waitFor()
    const secondary = await codeMailTo(taken, theirs)
    await passes(visitor, 'UpdateEmailSecondaryOtp', secondary.code)
    await isTold(visitor, 'UpdateEmailSecondaryOtp', 'This address already has its own wallet')
    expect(await boxes(visitor)).toBe(0)
    await visitor.dialog.getByRole('button', { name: 'Use another address' }).click()
    await visitor.view('UpdateEmailWallet').waitFor()
    expect(await emailField(visitor).inputValue()).toBe(taken)
    await visitor.close()

    await openSettings(visitor)
    await reads(visitor, old)
    await visitor.close()
    await signInAgain(visitor, taken, secondary)
    await visitor.reads('address', other)
    await signInAgain(visitor, old, primary)
    await visitor.reads('address', wallet)
  })())
