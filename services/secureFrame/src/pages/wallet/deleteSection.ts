import {
  DELETION_GRACE_DAYS,
  type IdentityDeleteRequest,
  LOGIN_IDENTITY_DELETE_PATH,
} from '@portico/contracts/services/login'
import { unknown } from 'valibot'
import { orRefuse } from '../../login/refusals.ts'
import { beginSection } from './beginSection.ts'
import { failureText } from './failureText.ts'
import type { OpenedWallet } from './openedWallet.ts'
import { forgetPageKey } from './pageSessions.ts'
import { t } from './texts.ts'

const days = DELETION_GRACE_DAYS

/** Deletes the wallet after its owner has typed a word to confirm. For some days, signing in cancels the deletion. */
export function showDelete({ session, sessions, wallet, signal, close }: OpenedWallet, place: HTMLElement): void {
  const { make, body, say, button, form, isDone } = beginSection(place, t('delete.title'))
  const word = t('delete.word')

  function rest(): void {
    body.replaceChildren(
      make('p', { class: 'pages-text' }, t('delete.text', { days })),
      button(t('delete.begin'), ask, 'danger'),
    )
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
    const warning = make('p', { class: 'pages-warning' }, t('delete.warning', { days }))
    const field = make('label', { class: 'wallet-field' }, t('delete.label', { word }), input)
    const cancel = button(
      t('delete.cancel'),
      () => {
        say('')
        rest()
        body.querySelector('button')?.focus()
      },
      'quiet',
    )
    body.replaceChildren(form([warning, field], press), cancel)
    input.focus()
  }

  async function remove(): Promise<void> {
    say(session.provider === 'email' ? t('link.working', { email: session.email ?? '' }) : t('working'))
    const owner = (step: IdentityDeleteRequest['step']) => async () => {
      const body: IdentityDeleteRequest = { subject: session.subject, step }
      await orRefuse(sessions.ask(LOGIN_IDENTITY_DELETE_PATH, unknown(), { body }), 'internal')
    }
    const deleting = wallet.delete({ begin: owner('begin'), finish: owner('finish') }, signal)
    const unfinished = (error: unknown) => t('delete.unfinished', { why: failureText(error) })
    if (!(await isDone(deleting, signal, unfinished))) return
    await forgetPageKey()
    close(t('delete.done', { days }))
  }

  rest()
}
