import { EmailText } from '@portico/contracts/embeddedWallet/email'
import { CODE_LENGTH } from '@portico/contracts/embeddedWallet/oneTimeCodes'
import { is } from 'valibot'
import { createEmailLogin } from '../../login/createEmailLogin.ts'
import { Refused } from '../../messages/channel.ts'
import type { SectionElements } from './beginSection.ts'
import { failureText } from './failureText.ts'
import type { Entrance } from './showSignIn.ts'
import { t } from './texts.ts'

/** Stands for the wallet, which is not open yet. */
const NO_WALLET = { forget() {} }

/** Asks for the address, then for the code that was mailed to it. */
export function showEmailSignIn(
  { make, body, say, button, form }: SectionElements,
  { window, login, sessions, signal }: Entrance,
  onSignedIn: () => Promise<void>,
): void {
  const asking = { origin: window.location.origin, signal }
  const { handlers } = createEmailLogin({ login, sessions, wallet: NO_WALLET, isConnected: async () => false })
  const place = make('div', { class: 'wallet-body' })
  body.append(place)

  function fieldForm(
    label: string,
    attributes: Readonly<Record<string, string>>,
    text: string,
    work: (typed: string) => Promise<void>,
  ) {
    const input = make('input', { class: 'wallet-input', required: '', ...attributes })
    const press = button(text, () => work(input.value.trim()))
    const made = form([make('label', { class: 'wallet-field' }, label, input)], press)
    made.noValidate = true
    return { made, input }
  }

  async function ask(email: string): Promise<void> {
    if (!is(EmailText, email)) return say(t('failure.emailInvalid'))
    say(t('email.sending'))
    try {
      await handlers.CONNECT_EMAIL({ email }, asking)
      showCode(email)
    } catch (error) {
      say(failureText(error))
    }
  }

  async function check(otp: string): Promise<void> {
    say(t('email.checking'))
    try {
      await handlers.CONNECT_OTP({ otp }, asking)
    } catch (error) {
      say(failureText(error))
      // After these failures, the attempt accepts no further code.
      if (error instanceof Refused && ['codeExpired', 'codeUsedUp'].includes(error.failure)) showEmail().focus()
      return
    }
    await onSignedIn()
  }

  function showEmail(): HTMLInputElement {
    const { made, input } = fieldForm(
      t('email.label'),
      { type: 'email', name: 'email', autocomplete: 'email', inputmode: 'email', spellcheck: 'false' },
      t('email.send'),
      ask,
    )
    place.replaceChildren(made)
    return input
  }

  function showCode(email: string): void {
    const { made, input } = fieldForm(
      t('code.label'),
      { inputmode: 'numeric', autocomplete: 'one-time-code', maxlength: `${CODE_LENGTH}`, name: 'code' },
      t('code.check'),
      check,
    )
    const again = button(t('code.again'), () => ask(email), 'quiet')
    const other = button(
      t('code.other'),
      () => {
        say('')
        showEmail().focus()
      },
      'quiet',
    )
    place.replaceChildren(made, again, other)
    say(t('code.sent', { email }))
    input.focus()
  }

  showEmail()
}
