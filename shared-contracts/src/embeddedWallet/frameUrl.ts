import { fallback, type InferOutput, maxLength, object, optional, picklist, pipe, safeParse, string } from 'valibot'
import { DEFAULT_CAIP_NETWORK_ID, SECURE_WALLET_VERSION } from '../limits.ts'
import { PROJECT_ID_MAX, someTextUpTo } from './bounds.ts'
import { WireChainId } from './chainIds.ts'
import { RpcUrl } from './requests/rpcUrl.ts'

/**
 * Paths on the secure site: the page in the frame, the first page of a pop-up, and the page for approvals when the
 * browser cannot tell whether something covers the frame.
 */
export const FRAME_PATH = '/sdk'
export const POPUP_PATH = '/loading'
export const APPROVE_PATH = '/approve'

const Flag = picklist(['true', 'false'])

/**
 * The query of the frame's URL (rules.md §7). Anyone can write such a URL, so nothing important depends on it: the
 * project's origins decide which pages may use the frame.
 */
export const FrameParameters = object({
  projectId: someTextUpTo(PROJECT_ID_MAX),
  /** The page's network, as a CAIP-2 id. */
  chainId: fallback(optional(WireChainId, DEFAULT_CAIP_NETWORK_ID), DEFAULT_CAIP_NETWORK_ID),
  /** The protocol version. It has been the same since 4, and nothing depends on it. */
  version: fallback(optional(pipe(string(), maxLength(16)), SECURE_WALLET_VERSION), SECURE_WALLET_VERSION),
  /** True when absent, because a client that does not send this parameter logs. */
  enableLogger: fallback(optional(Flag, 'true'), 'true'),
  rpcUrl: fallback(optional(RpcUrl), undefined),
  /** For developers. Our frame ignores it, because it deploys only one kind of smart account. */
  smartAccountVersion: fallback(optional(picklist(['v6', 'v7'])), undefined),
  /** True when the page itself asks for an e-mail address after connecting. */
  enableCloudAuthAccount: fallback(optional(Flag), undefined),
})
export type FrameParameters = InferOutput<typeof FrameParameters>

/** Undefined when there is no valid project. */
export function readFrameParameters(query: Readonly<Record<string, string>>): FrameParameters | undefined {
  const { success, output } = safeParse(FrameParameters, query)
  return success ? output : undefined
}

/** The page's parameters, in the protocol's order and without undefined values. The URL builder encodes them. */
export const frameParameters = ({
  projectId,
  chainId,
  rpcUrl,
  isLogging,
  isEmailCaptured,
}: {
  readonly projectId: string
  readonly chainId: string
  readonly rpcUrl?: string
  readonly isLogging: boolean
  readonly isEmailCaptured: boolean
}): (readonly [name: keyof FrameParameters, value: string])[] => [
  ['projectId', projectId],
  ['chainId', chainId],
  ['version', SECURE_WALLET_VERSION],
  ['enableLogger', String(isLogging)],
  ...(rpcUrl === undefined ? [] : [['rpcUrl', rpcUrl] as const]),
  ...(isEmailCaptured ? [['enableCloudAuthAccount', 'true'] as const] : []),
]
