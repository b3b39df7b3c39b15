import { FRAME_REQUEST_TIMEOUT_MS, type SocialProvider } from '@portico/contracts'
import type { Answer } from '@portico/contracts/embeddedWallet/answers'
import type { Storage } from '../storage.ts'
import { frameError } from './frameErrors.ts'

/** What Telegram tells a mini app about its visitor, signed for that page alone: no provider is to have it. */
const OF_TELEGRAM = /tgWebApp/

/** Where a mini app is to be led back to. */
export function wayBack(href: string): string {
  const page = new URL(href)
  if (OF_TELEGRAM.test(page.hash)) page.hash = ''
  return page.href
}

/**
 * Puts the way back behind the `state`, where the secure site's page looks for it (secure-frame.md §10.4).
 * Undefined: the address has no state.
 */
export function withWayBack(uri: string, href: string): string | undefined {
  const state = /[?&]state=[^&#]*/.exec(uri)?.[0]
  return state && uri.replace(state, () => `${state}--${encodeURIComponent(wayBack(href))}`)
}

/**
 * Leaves the page for a provider: whoever comes back comes to a new page, which goes on (`comeBack` of `extra.ts`). So what
 * this gives never resolves, and rejects where the visitor is here still.
 * @throws ModalError as a rejection: `social.popupFailed` where the operator lets this page not be led back to,
 *   `social.redirectMissing`, `social.popupBlocked` where the browser keeps the page,
 *   `social.popupClosed` for a visitor who has come back by the browser's own button, `social.timedOut`, `frame.aborted`
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
    // Whoever went would not come back.
    if (canLeadBack === false) return fail('social.popupFailed')
    const url = withWayBack(uri, location.href)
    if (!url) return fail('social.redirectMissing')
    if (signal.aborted) return fail('frame.aborted')
    signal.addEventListener('abort', () => fail('frame.aborted'), { signal: life.signal })
    addEventListener('pageshow', ({ persisted }) => persisted && fail('social.popupClosed'), { signal: life.signal })
    storage.write('socialRedirect', { provider })
    // Where connections are kept the loader starts by itself, also if there are none: somebody is to go on when we are back.
    storage.write('connections', storage.read('connections') ?? [])
    if (!open(url, '_top')) fail('social.popupBlocked')
  })
}
