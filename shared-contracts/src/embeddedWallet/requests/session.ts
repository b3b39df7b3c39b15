import { fallback, object, optional } from 'valibot'
import { EmbeddedAccountType } from '../accounts.ts'
import { Nothing, RESULT_URI_MAX, TOKEN_MAX, textUpTo } from '../bounds.ts'
import { WireChainId } from '../chainIds.ts'
import { SiwxMessage } from '../siwxMessage.ts'
import { RpcUrl } from './rpcUrl.ts'

/** Requests about the signed-in user's session. */
export const sessionRequests = {
  GET_USER: optional(
    object({
      chainId: optional(WireChainId),
      preferredAccountType: optional(EmbeddedAccountType),
      /** No client sends this in GET_USER. It belongs to CONNECT_SOCIAL. */
      socialUri: optional(textUpTo(RESULT_URI_MAX)),
      siwxMessage: optional(SiwxMessage),
      rpcUrl: fallback(optional(RpcUrl), undefined),
    }),
  ),
  /** The token dates from when pages kept one. Our token is in the frame's own storage, and no client sends one. */
  IS_CONNECTED: optional(object({ token: optional(textUpTo(TOKEN_MAX)) })),
  /** Our own extension: asks how many other devices are waiting to open the signed-in user's wallet. */
  GET_NEW_DEVICES: Nothing,
  /** Our own extension: shows the waiting devices in the frame, one by one. The page must make the frame visible. */
  REVIEW_NEW_DEVICES: Nothing,
  SIGN_OUT: Nothing,
  /** Resets the frame: it stops waiting, for example for an answer from Farcaster. */
  RELOAD: Nothing,
}
