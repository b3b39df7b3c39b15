import { LOGIN_IDENTITY_DELETE_PATH, LOGIN_SESSION_END_PATH } from '@portico/contracts/services/login'
import { unknown } from 'valibot'
import { failureText } from './failureText.ts'
import type { OpenedWallet } from './openedWallet.ts'
import { beginSection } from './parts.ts'
import { t } from './texts.ts'

/** Deletes the wallet for good, when its owner has typed the word for it. */
export function showDelete({ session, sessions, wallet, signal, close }: OpenedWallet, place: HTMLElement): void {
  const { make, body, say, button } = beginSection(place, t('delete.title'))
  const word = t('delete.word')

  function rest(): void {
    body.replaceChildren(make('p', { class: 'pages-text' }, t('delete.text')), button(t('delete.begin'), ask, 'danger'))
  }

  function ask(): void {
    say('')
    const input = make('input', {
      class: 'wallet-input',
      autocomplete: 'off',
      autocapitalize: 'none',
      spellcheck: 'false',
    })
    const press = button(
      t('delete.confirm'),
      async () => {
        if (input.value.trim().toLowerCase() !== word) {
          say(t('delete.typeFirst', { word }))
          input.focus()
          return
        }
        await remove()
      },
      'danger',
    )
    press.type = 'submit'
    const form = make(
      'form',
      { class: 'wallet-body' },
      make('p', { class: 'pages-warning' }, t('delete.warning')),
      make('label', { class: 'wallet-field' }, t('delete.label', { word }), input),
      press,
    )
    form.addEventListener('submit', (event) => event.preventDefault())
    const cancel = button(
      t('delete.cancel'),
      () => {
        say('')
        rest()
        body.querySelector('button')?.focus()
      },
      'quiet',
    )
    body.replaceChildren(form, cancel)
    input.focus()
  }

  async function remove(): Promise<void> {
    say(session.provider === 'email' ? t('link.working', { email: session.email ?? '' }) : t('working'))
    // Nobody may put a share back that is being deleted: other devices cannot ask any more.
    const endOthers = () =>
      sessions.ask(LOGIN_SESSION_END_PATH, unknown(), { body: { everywhere: true, keepThis: true } })
    const deleteOwner = async () => {
      await sessions.ask(LOGIN_IDENTITY_DELETE_PATH, unknown(), { body: { subject: session.subject } })
    }
    try {
      await endOthers()
      await wallet.delete(deleteOwner, signal)
    } catch (error) {
      if (!signal.aborted) say(t('delete.unfinished', { why: failureText(error) }))
      return
    }
    close(t('delete.done'))
  }

  rest()
}
