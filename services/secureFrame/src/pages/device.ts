import { formatMessage } from '@portico/contracts/formatMessage'
import { HostText } from '@portico/contracts/services/login'
import { SHARES_LINKS_CONFIRM_PATH, SHARES_LINKS_REFUSE_PATH } from '@portico/contracts/services/shares'
import { is } from 'valibot'
import texts from './en.json'
import { part, type Surroundings, say } from './show.ts'

const LIMIT_MS = 15_000
const TOKEN = /^#recovery=([\w-]{43})(?:&(.*))?$/

type Outcome = 'confirmed' | 'refused' | 'over' | 'unreachable'
const PATHS = { confirmed: SHARES_LINKS_CONFIRM_PATH, refused: SHARES_LINKS_REFUSE_PATH } as const

/** The recovery store answers 400 to a link that was used or has expired. */
async function answer(
  store: string,
  token: string,
  meant: keyof typeof PATHS,
  fetch: typeof globalThis.fetch,
): Promise<Outcome> {
  try {
    const { status } = await fetch(`${store}${PATHS[meant]}`, {
      method: 'POST',
      credentials: 'omit',
      redirect: 'error',
      signal: AbortSignal.timeout(LIMIT_MS),
      body: JSON.stringify({ token }),
    })
    if (status === 200) return meant
    return status === 400 ? 'over' : 'unreachable'
  } catch {
    return 'unreachable'
  }
}

/** Reads what the recovery store appended to the secret: the asking site, and the time in minutes since 1970. */
function askerText(said: string): string {
  const read = new URLSearchParams(said)
  const [host, minute] = [read.get('host'), Number(read.get('at') || Number.NaN)]
  const at = new Date(minute * 60_000)
  if (!is(HostText, host) || Number.isNaN(at.getTime())) return texts['device.asker.unknown']
  const day = new Intl.DateTimeFormat('en', { dateStyle: 'long', timeZone: 'UTC' }).format(at)
  return formatMessage(texts['device.asker'], { host, time: at.toISOString().slice(11, 16), day }, 'en')
}

/**
 * The page behind the recovery store's mailed link. Opening it confirms nothing, because mail scanners open links too,
 * and only a person who has read what confirming means can agree.
 */
export function showDevice({ window, settings, fetch = (...args) => globalThis.fetch(...args) }: Surroundings): void {
  const { document: page } = window
  const question = part(page, 'question')
  const [, token, said = ''] = TOKEN.exec(window.location.hash) ?? []
  // Keeps the secret out of the browser's history.
  window.history.replaceState(null, '', window.location.pathname)
  if (!settings || !token) {
    say(page, texts['device.incomplete'])
    return
  }

  const buttons = [
    { button: part(page, 'confirm'), meant: 'confirmed', working: texts['device.confirming'] },
    { button: part(page, 'refuse'), meant: 'refused', working: texts['device.refusing'] },
  ] as const
  let isBusy = false
  function setBusy(value: boolean): void {
    isBusy = value
    // Buttons that are disabled this way keep the focus.
    for (const { button } of buttons) {
      if (value) button.setAttribute('aria-disabled', 'true')
      else button.removeAttribute('aria-disabled')
    }
  }
  part(page, 'asker').textContent = askerText(said)
  question.hidden = false
  for (const { button, meant, working } of buttons) {
    button.addEventListener('click', async () => {
      if (isBusy) return
      setBusy(true)
      say(page, working)
      const outcome = await answer(settings.shares.recovery, token, meant, fetch)
      say(page, texts[`device.${outcome}`])
      setBusy(false)
      if (outcome === 'unreachable') return
      question.hidden = true
      part(page, 'status').focus()
    })
  }
}
