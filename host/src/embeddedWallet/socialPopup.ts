import { POPUP_CLOSED_POLL_MS } from '@portico/contracts'
import { readSocialResult } from '@portico/contracts/embeddedWallet/socialResult'
import { frameError } from './frameErrors.ts'

/** A result that was posted by a window which closed right after it is on its way still. */
const LAST_WORD_MS = 300

/**
 * What a page of a mini app was led back to with, as it is posted by a window otherwise.
 * @throws ModalError `social.failed` where the provider, or the visitor there, has refused
 */
export function resultOf(resultUri: string): string {
  const result = readSocialResult({ resultUri })
  if (!result || result.hasFailed) throw frameError('social.failed')
  return result.resultUri
}

/**
 * What the window of a provider comes back with: which attempt, and whether it was refused. Only the secure site's own page
 * in that very window is believed, and no other window is heard at all.
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
      // Anybody can post to a page: its other frames and windows neither end an attempt nor begin anything.
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
