import { fallback, type InferOutput, maxLength, object, optional, picklist, pipe, safeParse, string } from 'valibot'
import { DEFAULT_CAIP_NETWORK_ID, SECURE_WALLET_VERSION } from '../limits.ts'
import { PROJECT_ID_MAX, someTextUpTo } from './bounds.ts'
import { WireChainId } from './chainIds.ts'
import { RpcUrl } from './requests/rpcUrl.ts'

/**
 * Below the origin of the secure site: the page in the frame, the one that a pop-up begins with, and the one in which the frame
 * shows what is to be approved where the browser cannot tell what lies over the frame.
 */
export const FRAME_PATH = '/sdk'
export const POPUP_PATH = '/loading'
export const APPROVE_PATH = '/approve'

const Flag = picklist(['true', 'false'])

/**
 * The query of the frame's address (rules.md §7). Anybody can write one, so it decides nothing that matters: which page
 * may talk to the frame is what the project says of its origins.
 */
export const FrameParameters = object({
  projectId: someTextUpTo(PROJECT_ID_MAX),
  /** The network that the page is on, as a CAIP-2 id. */
  chainId: fallback(optional(WireChainId, DEFAULT_CAIP_NETWORK_ID), DEFAULT_CAIP_NETWORK_ID),
  /** Of the protocol. It has not been raised for anything since 4, and nothing depends on it. */
  version: fallback(optional(pipe(string(), maxLength(16)), SECURE_WALLET_VERSION), SECURE_WALLET_VERSION),
  /** Absent as good as true: a client that is told nothing logs. */
  enableLogger: fallback(optional(Flag, 'true'), 'true'),
  rpcUrl: fallback(optional(RpcUrl), undefined),
  /** A switch for developers. Ours deploys one kind of smart account and passes over it. */
  smartAccountVersion: fallback(optional(picklist(['v6', 'v7'])), undefined),
  /** The page asks for an e-mail address itself after connecting. */
  enableCloudAuthAccount: fallback(optional(Flag), undefined),
})
export type FrameParameters = InferOutput<typeof FrameParameters>

/** Undefined without a project. */
export function readFrameParameters(query: Readonly<Record<string, string>>): FrameParameters | undefined {
  const { success, output } = safeParse(FrameParameters, query)
  return success ? output : undefined
}

/** What the page puts in, in the order of the protocol; what is undefined is left out. Encoding is for whoever makes the URL. */
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
