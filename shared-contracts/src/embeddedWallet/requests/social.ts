import { fallback, object, optional, picklist } from 'valibot'
import { EmbeddedAccountType } from '../accounts.ts'
import { Nothing, RESULT_URI_MAX, someTextUpTo } from '../bounds.ts'
import { WireChainId } from '../chainIds.ts'
import { SiwxMessage } from '../siwxMessage.ts'
import { RpcUrl } from './rpcUrl.ts'

/** The providers with a page of their own (rules.md §5). Farcaster, the seventh, works through its relay. */
export const REDIRECT_PROVIDERS = ['google', 'github', 'apple', 'facebook', 'x', 'discord'] as const
export type RedirectProvider = (typeof REDIRECT_PROVIDERS)[number]

/** Signing in with a social account. */
export const socialRequests = {
  GET_SOCIAL_REDIRECT_URI: object({ provider: picklist(REDIRECT_PROVIDERS) }),
  CONNECT_SOCIAL: object({
    /** The unchanged result from the provider's window. */
    uri: someTextUpTo(RESULT_URI_MAX),
    preferredAccountType: optional(EmbeddedAccountType),
    chainId: optional(WireChainId),
    siwxMessage: optional(SiwxMessage),
    rpcUrl: fallback(optional(RpcUrl), undefined),
  }),
  GET_FARCASTER_URI: Nothing,
  /** Waits until the visitor approves on their phone. */
  CONNECT_FARCASTER: Nothing,
}
