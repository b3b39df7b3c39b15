import { POPUP_HEIGHT_PX, POPUP_WIDTH_PX } from '@portico/contracts'
import type { POPUP_PATH } from '@portico/contracts/embeddedWallet/frameUrl'
import type { POPUP_NAME } from '@portico/contracts/embeddedWallet/socialResult'
import { onceLoaded } from '@portico/contracts/onceLoaded'
import { isTelegram } from '@portico/contracts/platform'
import type { SOCIAL_BACK_PATH } from '@portico/contracts/services/login'
import type { LoadChunk } from '../chains/lazyAdapter.ts'
import { selectOptions } from '../settingsSlice.ts'
import type { EmbeddedSetup } from './setup.ts'
import type { EmbeddedClient, EmbeddedWallet } from './types.ts'

// Repeated as literals, because the modules that export them import schemas, which only the chunk needs.
const NAME: typeof POPUP_NAME = 'popupWindow'
const PATH: typeof POPUP_PATH = '/loading'
const BACK: typeof SOCIAL_BACK_PATH = '/back'

/** The parameter that the secure site adds to a mini app's URL as it leads the visitor back (secure-frame.md §10.4). */
const RESULT = 'result_uri'

/**
 * The entry point to the embedded wallet: the part that must exist before the first use. The rest is a separate chunk.
 * @param setup called at the first use, when every part of the modal exists
 */
export function createEmbeddedWallet(
  setup: () => Omit<EmbeddedSetup, 'takePopup' | 'takeReturn'>,
  loadChunk: LoadChunk,
): EmbeddedWallet {
  let popup: Window | null | undefined
  let returned: { readonly provider: string; readonly uri: string } | undefined
  const state = () => setup().store.getState()
  /** Undefined if the site has not configured the secure site. */
  const siteUrl = (path: string) => {
    const { secureSite } = selectOptions(state()).endpoints
    return secureSite && new URL(path, secureSite).href
  }
  const isOn = () => {
    const { email, socials } = state().project.features
    return Boolean(email || socials)
  }

  return {
    isOn,
    watch(onChange, signal) {
      let was = isOn()
      const look = () => {
        const is = isOn()
        if (was === is) return
        was = is // set first, because `onChange` may change the state and call `look` again
        onChange()
      }
      signal.addEventListener('abort', setup().store.subscribe(look))
    },
    client: onceLoaded(async (): Promise<EmbeddedClient> => {
      const given = setup()
      const code = () => import(/* webpackChunkName: "embedded-wallet" */ './client.ts')
      const [{ createClient }] = await Promise.all([loadChunk(code), given.texts()])
      return createClient({
        ...given,
        takePopup() {
          const taken = popup
          popup = undefined
          return taken
        },
        takeReturn(provider) {
          if (returned?.provider !== provider) return undefined
          const { uri } = returned
          returned = undefined
          return uri
        },
      })
    }),
    openPopup() {
      if (isTelegram()) return
      const url = siteUrl(PATH)
      popup = url ? open(url, NAME, `width=${POPUP_WIDTH_PX},height=${POPUP_HEIGHT_PX},scrollbars=yes`) : null
      // A popup blocker sometimes returns a window that it has already closed.
      if (popup?.closed) popup = null
    },
    comeBack() {
      const page = new URL(location.href)
      const uri = page.searchParams.get(RESULT)
      const back = siteUrl(BACK)
      if (!back || !uri?.startsWith(back)) return undefined
      // The code in the URL is single-use, and must not stay in the address bar or the history.
      page.searchParams.delete(RESULT)
      history.replaceState(history.state, '', page)
      const { storage } = setup().services
      const left = storage.read('socialRedirect')
      storage.remove('socialRedirect')
      if (!storage.read('connections')?.length) storage.remove('connections') // an empty entry serves only the loader
      returned = left && { ...left, uri }
      // If this browser has not begun the login, someone else has, so the visitor must not be asked about it.
      return left ?? (isTelegram() ? {} : undefined)
    },
  }
}
