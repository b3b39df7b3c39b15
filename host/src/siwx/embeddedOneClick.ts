import type { EmbeddedOneClick } from '../connections/oneClick.ts'
import { ask } from './ask.ts'
import { type OneClickParts, PLACEHOLDER } from './oneClick.ts'
import { createMessage, optional } from './plugIn.ts'
import { selectWantsCapture } from './siwxSlice.ts'

/** Connecting matters more than saving one press. */
const MESSAGE_PATIENCE_MS = 5_000

/** Signs in at the site together with a login to the embedded wallet, without another press (secure-frame.md §12.1). */
export function createEmbeddedOneClick({ siwx, queue, store, track }: OneClickParts): EmbeddedOneClick {
  return {
    async requestEmbedded(chainId) {
      const isCaptured = selectWantsCapture(store.getState())
      // The wallet cannot produce a signature that the plug-in makes itself.
      if (isCaptured || !chainId.startsWith('eip155:') || optional(siwx, 'signMessage')) return undefined
      const who = { chainId, address: PLACEHOLDER }
      return ask(() => createMessage(siwx, who), MESSAGE_PATIENCE_MS).catch(() => undefined)
    },

    async acceptEmbedded(session) {
      try {
        await queue.run(() => siwx.addSession(session))
        track('SIWX_AUTH_SUCCESS', { network: session.data.chainId })
      } catch (error) {
        console.error('[portico]', error) // the visitor is asked to sign later, and sees the error then
      }
    },
  }
}
