import { fallback, object, optional } from 'valibot'
import { EmbeddedAccountType } from '../accounts.ts'
import { Nothing, RESULT_URI_MAX, TOKEN_MAX, textUpTo } from '../bounds.ts'
import { WireChainId } from '../chainIds.ts'
import { SiwxMessage } from '../siwxMessage.ts'
import { RpcUrl } from './rpcUrl.ts'

/** Who is signed in. */
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
  /** The token is of a time when pages kept one; ours is in the frame's own storage, and no client sends any. */
  IS_CONNECTED: optional(object({ token: optional(textUpTo(TOKEN_MAX)) })),
  /** Ours alone: how many other devices ask to open the wallet of whoever is signed in. */
  GET_NEW_DEVICES: Nothing,
  /** Ours alone: shows them in the frame, one after the other. The page has to show the frame. */
  REVIEW_NEW_DEVICES: Nothing,
  SIGN_OUT: Nothing,
  /** Begins anew: what was waited for, such as an answer from Farcaster, is forgotten. */
  RELOAD: Nothing,
}
