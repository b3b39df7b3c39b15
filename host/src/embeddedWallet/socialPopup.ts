import { POPUP_CLOSED_POLL_MS } from '@portico/contracts'
import { readSocialResult } from '@portico/contracts/embeddedWallet/socialResult'
import { frameError } from './frameErrors.ts'

/** How long to wait for a result that the window posted just before it closed. */
const LAST_WORD_MS = 300

/**
 * Reads the result from the URL that led back to a mini app's page; a provider's window posts it instead.
 * @throws ModalError `social.failed` if the provider, or the visitor there, has refused
 */
export function resultOf(resultUri: string): string {
  const result = readSocialResult({ resultUri })
  if (!result || result.hasFailed) throw frameError('social.failed')
  return result.resultUri
}

/**
 * Waits for the result that the provider's window posts. The result says which attempt it belongs to, and whether that
 * attempt was refused. Trusts only the secure site's page in exactly this window, and ignores all other windows.
 * @throws ModalError as a rejection: `social.popupClosed`, `social.untrustedOrigin`, `social.failed`, `frame.aborted`
 */
export function popupResult(popup: Window, origin: string, signal: AbortSignal): Promise<string> {
  return new Promise((resolve, reject) => {
    const life = new AbortController()
    let closing: ReturnType<typeof setTimeout> | undefined
    const end = () => {
      life.abort()
      clearInterval(poll)
      clearTimeout(closing)
    }
    const fail = (code: Parameters<typeof frameError>[0]) => {
      end()
      reject(frameError(code))
    }
    const hear = ({ data, origin: from, source, isTrusted }: MessageEvent) => {
      // Any frame or window can post to a page; other windows must neither end an attempt nor begin one.
      const result = isTrusted && source === popup ? readSocialResult(data) : undefined
      if (!result) return
      if (from !== origin) return fail('social.untrustedOrigin')
      if (result.hasFailed) return fail('social.failed')
      end()
      resolve(result.resultUri)
    }
    const poll = setInterval(() => {
      if (popup.closed) closing ??= setTimeout(() => fail('social.popupClosed'), LAST_WORD_MS)
    }, POPUP_CLOSED_POLL_MS)
    window.addEventListener('message', hear, { signal: life.signal })
    signal.addEventListener('abort', () => fail('frame.aborted'), { signal: life.signal })
    if (signal.aborted) fail('frame.aborted')
  })
}
