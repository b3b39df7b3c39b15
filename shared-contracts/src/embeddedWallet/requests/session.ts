import { fallback, object, optional } from 'valibot'
import { EmbeddedAccountType } from '../accounts.ts'
import { Nothing, RESULT_URI_MAX, TOKEN_MAX, textUpTo } from '../bounds.ts'
import { WireChainId } from '../chainIds.ts'
import { SiwxMessage } from '../siwxMessage.ts'
import { RpcUrl } from './rpcUrl.ts'

/** The session of the signed-in user. */
export const sessionRequests = {
  GET_USER: optional(
    object({
      chainId: optional(WireChainId),
      preferredAccountType: optional(EmbeddedAccountType),
      /** No client sends it here; CONNECT_SOCIAL takes it. */
      socialUri: optional(textUpTo(RESULT_URI_MAX)),
      siwxMessage: optional(SiwxMessage),
      rpcUrl: fallback(optional(RpcUrl), undefined),
    }),
  ),
  /** The token dates from when pages kept one; ours is in the frame's own storage, and no client sends it. */
  IS_CONNECTED: optional(object({ token: optional(textUpTo(TOKEN_MAX)) })),
  /** Our own extension: how many other devices ask to open the signed-in user's wallet. */
  GET_NEW_DEVICES: Nothing,
  /** Our own extension: shows those devices in the frame, one after the other. The page must show the frame. */
  REVIEW_NEW_DEVICES: Nothing,
  SIGN_OUT: Nothing,
  /** Resets the frame: pending waits, such as for an answer from Farcaster, are dropped. */
  RELOAD: Nothing,
}
