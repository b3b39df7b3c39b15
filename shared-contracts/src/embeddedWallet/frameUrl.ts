import { fallback, type InferOutput, maxLength, object, optional, picklist, pipe, safeParse, string } from 'valibot'
import { DEFAULT_CAIP_NETWORK_ID, SECURE_WALLET_VERSION } from '../limits.ts'
import { PROJECT_ID_MAX, someTextUpTo } from './bounds.ts'
import { WireChainId } from './chainIds.ts'
import { RpcUrl } from './requests/rpcUrl.ts'

/**
 * Paths on the secure site: the page in the frame, the first page of a pop-up, and the page that shows approvals when
 * the browser cannot tell whether something covers the frame.
 */
export const FRAME_PATH = '/sdk'
export const POPUP_PATH = '/loading'
export const APPROVE_PATH = '/approve'

const Flag = picklist(['true', 'false'])

/**
 * The query of the frame's URL (rules.md §7). Anyone can write one, so nothing important depends on it: the project's
 * origins decide which page may talk to the frame.
 */
export const FrameParameters = object({
  projectId: someTextUpTo(PROJECT_ID_MAX),
  /** The page's network, as a CAIP-2 id. */
  chainId: fallback(optional(WireChainId, DEFAULT_CAIP_NETWORK_ID), DEFAULT_CAIP_NETWORK_ID),
  /** The protocol version. It has stayed the same since 4, and nothing depends on it. */
  version: fallback(optional(pipe(string(), maxLength(16)), SECURE_WALLET_VERSION), SECURE_WALLET_VERSION),
  /** Absent counts as true: a client without the parameter logs. */
  enableLogger: fallback(optional(Flag, 'true'), 'true'),
  rpcUrl: fallback(optional(RpcUrl), undefined),
  /** A developer switch. Our frame deploys one kind of smart account and ignores it. */
  smartAccountVersion: fallback(optional(picklist(['v6', 'v7'])), undefined),
  /** The page itself asks for an e-mail address after connecting. */
  enableCloudAuthAccount: fallback(optional(Flag), undefined),
})
export type FrameParameters = InferOutput<typeof FrameParameters>

/** Undefined without a project. */
export function readFrameParameters(query: Readonly<Record<string, string>>): FrameParameters | undefined {
  const { success, output } = safeParse(FrameParameters, query)
  return success ? output : undefined
}

/** The page's parameters in protocol order; undefined ones are omitted. The URL builder encodes them. */
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
