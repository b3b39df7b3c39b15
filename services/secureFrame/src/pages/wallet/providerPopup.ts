import { RESULT_URI_MAX } from '@portico/contracts/embeddedWallet/bounds'
import { POPUP_PATH } from '@portico/contracts/embeddedWallet/frameUrl'
import { maxLength, object, pipe, safeParse, string } from 'valibot'

/** The message of `/back` to the waiting page. */
const Returned = object({ resultUri: pipe(string(), maxLength(RESULT_URI_MAX)) })

/** The limit that secure-frame.md §10.1 sets for pages of sites. */
const WAIT_MS = 120_000
const LOOK_MS = 500
const FEATURES = 'popup,width=600,height=800'

/** The window was closed before the provider had answered, or the answer did not come in time. */
export class PopupClosed extends Error {
  constructor() {
    super('The window of the provider was closed')
    this.name = 'PopupClosed'
  }
}

export interface ProviderPopup {
  /** Opens the provider's page. */
  lead(url: string): void
  /** The address of `/back` with the provider's answer. @throws PopupClosed */
  readonly returned: Promise<string>
  close(): void
}

/**
 * Opens the window in which a provider signs the visitor in. An answer counts only if `/back` of this same origin has
 * posted it from that window.
 * @returns undefined if the browser blocks it
 */
export function openPopup(window: Window, signal: AbortSignal): ProviderPopup | undefined {
  const popup = window.open(POPUP_PATH, '_blank', FEATURES)
  if (!popup) return undefined
  const life = new AbortController()
  const stop = () => life.abort()
  signal.addEventListener('abort', stop, { signal: life.signal })

  const returned = new Promise<string>((resolve, reject) => {
    const timer = setTimeout(stop, WAIT_MS)
    let wasClosed = false
    const looking = setInterval(() => {
      // The window's last message may still be on its way, so check once more.
      if (wasClosed) stop()
      wasClosed = popup.closed
    }, LOOK_MS)
    life.signal.addEventListener('abort', () => {
      clearTimeout(timer)
      clearInterval(looking)
      popup.close()
      reject(new PopupClosed())
    })
    const receive = ({ data, origin, source, isTrusted }: MessageEvent) => {
      if (!isTrusted || source !== popup || origin !== window.location.origin) return
      const { success, output } = safeParse(Returned, data)
      if (!success) return
      resolve(output.resultUri)
      stop()
    }
    window.addEventListener('message', receive, { signal: life.signal })
  })
  // Nobody awaits it if the provider could not be asked.
  returned.catch(() => {})
  return {
    returned,
    lead(url) {
      popup.location.replace(url)
    },
    close: stop,
  }
}
