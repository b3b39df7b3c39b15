import { fallback, object, optional, picklist } from 'valibot'
import { EmbeddedAccountType } from '../accounts.ts'
import { Nothing, RESULT_URI_MAX, someTextUpTo } from '../bounds.ts'
import { WireChainId } from '../chainIds.ts'
import { SiwxMessage } from '../siwxMessage.ts'
import { RpcUrl } from './rpcUrl.ts'

/** The providers that have a page for signing in (rules.md §5). The seventh, Farcaster, works through its relay. */
export const REDIRECT_PROVIDERS = ['google', 'github', 'apple', 'facebook', 'x', 'discord'] as const
export type RedirectProvider = (typeof REDIRECT_PROVIDERS)[number]

/** Requests for signing in with a social account. */
export const socialRequests = {
  GET_SOCIAL_REDIRECT_URI: object({ provider: picklist(REDIRECT_PROVIDERS) }),
  CONNECT_SOCIAL: object({
    /** The result from the provider's window, unchanged. */
    uri: someTextUpTo(RESULT_URI_MAX),
    preferredAccountType: optional(EmbeddedAccountType),
    chainId: optional(WireChainId),
    siwxMessage: optional(SiwxMessage),
    rpcUrl: fallback(optional(RpcUrl), undefined),
  }),
  GET_FARCASTER_URI: Nothing,
  /** Answered when the visitor has approved on their phone. */
  CONNECT_FARCASTER: Nothing,
}
