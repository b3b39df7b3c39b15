import type { SecureSiteSettings } from '@portico/contracts/services/secureSite'
import { SHARES_LINKS_CONFIRM_PATH } from '@portico/contracts/services/shares'
import texts from './en.json'
import { part, say } from './show.ts'

const LIMIT_MS = 15_000
const TOKEN = /^#recovery=([\w-]{43})$/

type Outcome = 'confirmed' | 'over' | 'unreachable'

interface DevicePage {
  readonly window: Window
  readonly settings: SecureSiteSettings | undefined
  readonly fetch?: typeof fetch
}

/** The recovery store answers 400 to a link that was used or is too old. */
async function confirm(store: string, token: string, fetch: typeof globalThis.fetch): Promise<Outcome> {
  try {
    const { status } = await fetch(`${store}${SHARES_LINKS_CONFIRM_PATH}`, {
      method: 'POST',
      credentials: 'omit',
      redirect: 'error',
      signal: AbortSignal.timeout(LIMIT_MS),
      body: JSON.stringify({ token }),
    })
    if (status === 200) return 'confirmed'
    return status === 400 ? 'over' : 'unreachable'
  } catch {
    return 'unreachable'
  }
}

/**
 * Where the link leads that the recovery store mails. Opening it confirms nothing: mail is opened by scanners, too, and only
 * somebody who has read what it means can say yes.
 */
export function showDevice({ window, settings, fetch = (...asked) => globalThis.fetch(...asked) }: DevicePage): void {
  const { document: page } = window
  const [question, button] = [part(page, 'question'), part(page, 'confirm') as HTMLButtonElement]
  const [, token] = TOKEN.exec(window.location.hash) ?? []
  // It does not stay in the browser's history.
  window.history.replaceState(null, '', window.location.pathname)
  if (!settings || !token) {
    say(page, texts['device.incomplete'])
    return
  }

  question.hidden = false
  button.addEventListener('click', async () => {
    if (button.getAttribute('aria-disabled') === 'true') return
    // It keeps the focus.
    button.setAttribute('aria-disabled', 'true')
    say(page, texts['device.confirming'])
    const outcome = await confirm(settings.shares.recovery, token, fetch)
    say(page, texts[`device.${outcome}`])
    button.removeAttribute('aria-disabled')
    if (outcome === 'unreachable') return
    question.hidden = true
    part(page, 'status').focus()
  })
}
