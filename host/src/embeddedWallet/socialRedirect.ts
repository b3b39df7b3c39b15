import { FRAME_REQUEST_TIMEOUT_MS, type SocialProvider } from '@portico/contracts'
import type { Answer } from '@portico/contracts/embeddedWallet/answers'
import type { Storage } from '../storage.ts'
import { frameError } from './frameErrors.ts'

/** Telegram's signed data about the visitor, meant for this page alone: providers must not get it. */
const OF_TELEGRAM = /tgWebApp/

/** The address to which a mini app is led back. */
export function wayBack(href: string): string {
  const page = new URL(href)
  if (OF_TELEGRAM.test(page.hash)) page.hash = ''
  return page.href
}

/** Appends the return address to the `state` (secure-frame.md §10.4). Undefined: the address has no state. */
export function withWayBack(uri: string, href: string): string | undefined {
  const state = /[?&]state=[^&#]*/.exec(uri)?.[0]
  return state && uri.replace(state, () => `${state}--${encodeURIComponent(wayBack(href))}`)
}

/**
 * Leaves the page for a provider. A visitor who returns does so on a new page, which continues (`comeBack` of
 * `extra.ts`), so this never resolves. It rejects if the visitor is still here.
 * @throws ModalError as a rejection: `social.popupFailed` if the operator does not allow this page as a return target,
 *   `social.redirectMissing`, `social.popupBlocked` if the browser keeps the page, `social.popupClosed` for a visitor
 *   who has come back by the browser's own button, `social.timedOut`, `frame.aborted`
 */
export function leaveFor(
  provider: SocialProvider,
  { uri, canLeadBack }: Answer<'GET_SOCIAL_REDIRECT_URI'>,
  storage: Storage,
  signal: AbortSignal,
): Promise<never> {
  return new Promise((_, reject) => {
    const life = new AbortController()
    const fail = (code: Parameters<typeof frameError>[0]) => {
      life.abort()
      clearTimeout(timer)
      reject(frameError(code))
    }
    const timer = setTimeout(() => fail('social.timedOut'), FRAME_REQUEST_TIMEOUT_MS)
    // The visitor could not come back.
    if (canLeadBack === false) return fail('social.popupFailed')
    const url = withWayBack(uri, location.href)
    if (!url) return fail('social.redirectMissing')
    if (signal.aborted) return fail('frame.aborted')
    signal.addEventListener('abort', () => fail('frame.aborted'), { signal: life.signal })
    addEventListener('pageshow', ({ persisted }) => persisted && fail('social.popupClosed'), { signal: life.signal })
    storage.write('socialRedirect', { provider })
    // The loader starts by itself if this entry exists, even if empty: it must continue the login after the return.
    storage.write('connections', storage.read('connections') ?? [])
    if (!open(url, '_top')) fail('social.popupBlocked')
  })
}
