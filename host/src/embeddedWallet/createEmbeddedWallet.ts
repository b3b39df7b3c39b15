import { POPUP_HEIGHT_PX, POPUP_WIDTH_PX } from '@portico/contracts'
import type { POPUP_PATH } from '@portico/contracts/embeddedWallet/frameUrl'
import type { POPUP_NAME } from '@portico/contracts/embeddedWallet/socialResult'
import type { EmbeddedClient, EmbeddedWallet } from '../extra.ts'
import { selectOptions } from '../settingsSlice.ts'
import type { EmbeddedSetup } from './setup.ts'

// As literals: the files that say so bring schemas along, which only the chunk needs.
const NAME: typeof POPUP_NAME = 'popupWindow'
const PATH: typeof POPUP_PATH = '/loading'

/**
 * The door to the embedded wallet: what has to be there before anybody uses it. Its code is a file of its own.
 * @param setup asked for when somebody comes in: by then every part of the modal is there
 */
export function createEmbeddedWallet(
  setup: () => Omit<EmbeddedSetup, 'takePopup'>,
  loadChunk: <T>(load: () => Promise<T>) => Promise<T>,
): EmbeddedWallet {
  let coming: Promise<EmbeddedClient> | undefined
  let popup: Window | null | undefined
  const state = () => setup().store.getState()
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
        was = is // first: what is changed now is looked at again
        onChange()
      }
      signal.addEventListener('abort', setup().store.subscribe(look))
    },
    client() {
      coming ??= (async () => {
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
        })
      })()
      coming.catch(() => {
        coming = undefined // the next one who asks tries again
      })
      return coming
    },
    openPopup() {
      const { href } = new URL(PATH, selectOptions(state()).endpoints.secureSite)
      popup = open(href, NAME, `width=${POPUP_WIDTH_PX},height=${POPUP_HEIGHT_PX},scrollbars=yes`)
      // What keeps windows shut sometimes hands over one that it has closed.
      if (popup?.closed) popup = null
    },
  }
}
