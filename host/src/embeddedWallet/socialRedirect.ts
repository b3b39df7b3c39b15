import { FRAME_REQUEST_TIMEOUT_MS, type SocialProvider } from '@portico/contracts'
import type { Answer } from '@portico/contracts/embeddedWallet/answers'
import type { Storage } from '../storage.ts'
import { frameError } from './frameErrors.ts'

/** Telegram's signed data about the visitor. It is meant for this page alone, and providers must not get it. */
const OF_TELEGRAM = /tgWebApp/

/** The URL that leads back to a mini app. */
export function wayBack(href: string): string {
  const page = new URL(href)
  if (OF_TELEGRAM.test(page.hash)) page.hash = ''
  return page.href
}

/** Appends the return URL to the `state` (secure-frame.md §10.4). Undefined if the URL has no state. */
export function withWayBack(uri: string, href: string): string | undefined {
  const state = /[?&]state=[^&#]*/.exec(uri)?.[0]
  return state && uri.replace(state, () => `${state}--${encodeURIComponent(wayBack(href))}`)
}

/**
 * Leaves the page for a provider. Never resolves, because a visitor who returns does so on a new page, which continues
 * (`comeBack` of `extra.ts`). Rejects if the visitor is still here.
 * @throws ModalError as a rejection: `social.popupFailed` if the operator does not allow this page as a return target,
 *   `social.redirectMissing`, `social.popupBlocked` if the browser keeps the page, `social.popupClosed` for a visitor
 *   who has returned with the browser's own button, `social.timedOut`, `frame.aborted`
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
    // Otherwise the visitor could not come back.
    if (canLeadBack === false) return fail('social.popupFailed')
    const url = withWayBack(uri, location.href)
    if (!url) return fail('social.redirectMissing')
    if (signal.aborted) return fail('frame.aborted')
    signal.addEventListener('abort', () => fail('frame.aborted'), { signal: life.signal })
    addEventListener('pageshow', ({ persisted }) => persisted && fail('social.popupClosed'), { signal: life.signal })
    storage.write('socialRedirect', { provider })
    // If this entry exists, even if empty, the loader starts by itself; it must continue the login after the return.
    storage.write('connections', storage.read('connections') ?? [])
    if (!open(url, '_top')) fail('social.popupBlocked')
  })
}
