import type { EmbeddedOneClick } from '../connections/oneClick.ts'
import { ask } from './ask.ts'
import { type OneClickParts, PLACEHOLDER } from './oneClick.ts'
import { createMessage, optional } from './plugIn.ts'
import { selectWantsCapture } from './siwxSlice.ts'

/** Being connected is worth more than one press saved. */
const MESSAGE_PATIENCE_MS = 5_000

/** Signing in while somebody signs in to the embedded wallet, with no press of its own (secure-frame.md §12.1). */
export function createEmbeddedOneClick({ siwx, queue, store, track }: OneClickParts): EmbeddedOneClick {
  return {
    async requestEmbedded(chainId) {
      const isCaptured = selectWantsCapture(store.getState())
      // A signature of the plug-in's own cannot come out of the wallet.
      if (isCaptured || !chainId.startsWith('eip155:') || optional(siwx, 'signMessage')) return undefined
      const who = { chainId, address: PLACEHOLDER }
      return ask(() => createMessage(siwx, who), MESSAGE_PATIENCE_MS).catch(() => undefined)
    },

    async acceptEmbedded(session) {
      try {
        await queue.run(() => siwx.addSession(session))
        track('SIWX_AUTH_SUCCESS', { network: session.data.chainId })
      } catch (error) {
        console.error('[portico]', error) // whoever is connected is asked to sign then, and told what is wrong
      }
    },
  }
}
