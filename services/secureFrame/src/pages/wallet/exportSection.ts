import { beginSection } from './beginSection.ts'
import { type ExportedKey, type ExportedKeys, takeKeys } from './exportedKeys.ts'
import { failureText } from './failureText.ts'
import type { OpenedWallet } from './openedWallet.ts'
import { t } from './texts.ts'

/** How long the keys stay on the page. */
export const SHOWN_MS = 120_000

/** Shows the keys after a warning: each one hidden until requested, and all of them for two minutes at most. */
export function showExport(opened: OpenedWallet, place: HTMLElement, takeThem = takeKeys): void {
  const { make, body, say, button } = beginSection(place, t('export.title'))
  const page = place.ownerDocument
  const window = page.defaultView

  function rest(): void {
    body.replaceChildren(make('p', { class: 'pages-text' }, t('export.text')), button(t('export.begin'), warn, 'quiet'))
  }
  /** Moves the focus when the button that had it is gone. */
  const focusFirst = () => body.querySelector('button')?.focus()

  function warn(): void {
    say('')
    const heading = make('h3', { class: 'wallet-subheading', tabindex: '-1' }, t('export.warning.title'))
    body.replaceChildren(
      heading,
      make('p', { class: 'pages-warning' }, t('export.warning.who')),
      make('p', { class: 'pages-warning' }, t('export.warning.support')),
      button(t('export.confirm'), take, 'danger'),
      button(
        t('export.cancel'),
        () => {
          rest()
          focusFirst()
        },
        'quiet',
      ),
    )
    heading.focus()
  }

  async function take(): Promise<void> {
    say(t('export.taking'))
    let keys: ExportedKeys
    try {
      keys = await takeThem(opened)
    } catch (error) {
      if (!opened.signal.aborted) say(failureText(error))
      return
    }
    // The visitor left while the keys were being prepared, and is not there to see them.
    if (opened.signal.aborted || page.visibilityState === 'hidden') {
      keys.wipe()
      rest()
      say(t('export.hidden'))
      return
    }
    show(keys)
  }

  function show({ keys, wipe }: ExportedKeys): void {
    const life = new AbortController()
    function hide(): void {
      if (life.signal.aborted) return
      life.abort()
      clearTimeout(timer)
      const hadFocus = body.contains(page.activeElement)
      wipe()
      rest()
      say(t('export.hidden'))
      if (hadFocus) focusFirst()
    }
    const timer = setTimeout(hide, SHOWN_MS)
    const { signal } = life
    opened.signal.addEventListener('abort', hide, { signal })
    window?.addEventListener('pagehide', hide, { signal })
    page.addEventListener('visibilitychange', () => page.visibilityState === 'hidden' && hide(), { signal })
    body.replaceChildren(...keys.map((key) => entryOf(key)), button(t('export.hideAll'), hide))
    say(t('export.shown', { minutes: SHOWN_MS / 60_000 }))
    focusFirst()
  }

  function entryOf({ kind, read }: ExportedKey): HTMLElement {
    const name = t(`export.${kind}`)
    const secret = make('code', { class: 'wallet-secret', translate: 'no' }, t('export.covered'))
    /** Labels a button with its action; its accessible name also says which key it is for. */
    function label(made: HTMLButtonElement, action: string): HTMLButtonElement {
      made.textContent = action
      made.setAttribute('aria-label', t('export.about', { action, name }))
      return made
    }
    let isShown = false
    const reveal = button('', toggle, 'quiet')
    label(reveal, t('export.show'))
    function toggle(): void {
      isShown = !isShown
      secret.textContent = isShown ? read() : t('export.covered')
      secret.classList.toggle('wallet-secret-shown', isShown)
      label(reveal, isShown ? t('export.hide') : t('export.show'))
    }
    async function copy(): Promise<void> {
      try {
        if (!window) return
        await window.navigator.clipboard.writeText(read())
        say(t('export.copied', { name }))
      } catch {
        say(t('export.notCopied', { name }))
      }
    }
    return make(
      'div',
      { class: 'wallet-key', 'data-kind': kind },
      make('h3', { class: 'wallet-subheading' }, name),
      make('p', { class: 'pages-text' }, t(`export.${kind}.text`)),
      secret,
      make('div', { class: 'wallet-buttons' }, reveal, label(button('', copy, 'quiet'), t('export.copy'))),
    )
  }

  rest()
}
