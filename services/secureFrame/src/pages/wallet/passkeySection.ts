import { PASSKEY_LABEL_MAX, PASSKEYS_MAX } from '@portico/contracts/services/loginPasskeys'
import { PasskeyFailed } from '../../keys/passkey/authenticator.ts'
import type { ListedPasskey } from '../../keys/passkey/ownPasskeys.ts'
import { beginSection } from './beginSection.ts'
import { failureText } from './failureText.ts'
import type { OpenedWallet } from './openedWallet.ts'
import { t } from './texts.ts'

const reasonOf = (error: unknown) =>
  error instanceof PasskeyFailed ? t(`passkey.failed.${error.failure}`) : failureText(error)

const dayOf = (ms: number) => new Intl.DateTimeFormat('en', { dateStyle: 'long' }).format(ms)

/** Lists, adds and removes passkeys that replace the share on a device. */
export function showPasskeys(
  { wallet: { passkeys }, signal }: Pick<OpenedWallet, 'wallet' | 'signal'>,
  place: HTMLElement,
): void {
  const { make, body, say, button, isDone } = beginSection(place, t('passkey.title'))
  const text = (content: string) => make('p', { class: 'pages-text' }, content)
  let listed: readonly ListedPasskey[] = []
  const focusFirst = () => body.querySelector('button')?.focus()

  /** @param said what has just happened, shown as the status; the focus moves, as the pressed button is gone */
  async function load(said?: string): Promise<void> {
    try {
      listed = await passkeys.list()
    } catch {
      if (signal.aborted) return
      body.replaceChildren(
        text(t('passkey.unreachable')),
        button(t('again.button'), () => load(), 'quiet'),
      )
      return
    }
    if (signal.aborted) return
    rest()
    if (said === undefined) return
    say(said)
    focusFirst()
  }

  function rest(): void {
    body.replaceChildren(text(t('passkey.text')), ...listed.map(rowOf), ...adding())
  }

  function adding(): readonly Node[] {
    if (!passkeys.isSupported) return [text(t('passkey.unsupported'))]
    if (listed.length >= PASSKEYS_MAX) return [text(t('passkey.tooMany', { max: PASSKEYS_MAX }))]
    const label = make('input', {
      class: 'wallet-input',
      value: t('passkey.name', { number: listed.length + 1 }),
      maxlength: String(PASSKEY_LABEL_MAX),
      autocomplete: 'off',
    })
    const add = button(t('passkey.add'), () => addOne(label.value.trim() || label.defaultValue))
    return [make('label', { class: 'wallet-field' }, t('passkey.label'), label), add]
  }

  async function addOne(label: string): Promise<void> {
    say(t('passkey.adding'))
    if (await isDone(passkeys.add(label, listed), signal, reasonOf)) await load(t('passkey.added'))
  }

  function rowOf(passkey: ListedPasskey): HTMLElement {
    const { label, createdAtMs, isCurrent } = passkey
    const row = make('div', { class: 'wallet-key', 'data-passkey': passkey.credentialId })
    const facts = [
      make('h3', { class: 'wallet-subheading', tabindex: '-1' }, label),
      text(t('passkey.since', { day: dayOf(createdAtMs) })),
      ...(isCurrent ? [] : [make('p', { class: 'pages-warning' }, t('passkey.outdated'))]),
    ]
    const show = () => row.replaceChildren(...facts, button(t('passkey.remove', { label }), ask, 'quiet'))
    function ask(): void {
      say('')
      const keep = () => {
        show()
        row.querySelector('button')?.focus()
      }
      row.replaceChildren(
        ...facts,
        make('p', { class: 'pages-warning' }, t('passkey.remove.text')),
        make(
          'div',
          { class: 'wallet-buttons' },
          button(t('passkey.remove.confirm'), () => removeOne(passkey), 'danger'),
          button(t('passkey.remove.keep'), keep, 'quiet'),
        ),
      )
      row.querySelector('h3')?.focus()
    }
    show()
    return row
  }

  async function removeOne({ credentialId }: ListedPasskey): Promise<void> {
    say(t('working'))
    if (await isDone(passkeys.remove(credentialId), signal, reasonOf)) await load(t('passkey.removed'))
  }

  body.replaceChildren(text(t('passkey.loading')))
  void load()
}
