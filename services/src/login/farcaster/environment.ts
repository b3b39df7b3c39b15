import { check, optional, pipe, string } from 'valibot'

const ADDRESS = 'must be a URL that begins with https:// or http://, without a slash at its end'

const isAddress = (text: string) => /^https?:\/\/[^\s?#]*[^\s?#/]$/.test(text) && URL.canParse(text)
const isNode = (text: string) => /^https?:\/\/\S+$/.test(text) && URL.canParse(text)

export interface FarcasterOptions {
  /** Of FIP-11, without a trailing slash. */
  readonly relayUrl: string
  /** A node of OP Mainnet, which has Farcaster's account registries. May contain a key. */
  readonly rpcUrl: string
}

export const farcasterEnvironment = {
  FARCASTER_RELAY_URL: optional(pipe(string(), check(isAddress, ADDRESS))),
  FARCASTER_RPC_URL: optional(pipe(string(), check(isNode, 'must be a URL that begins with https:// or http://'))),
}

export type FarcasterValues = { readonly [Name in keyof typeof farcasterEnvironment]?: string | undefined }

/** @throws Error with one sentence on one without the other */
export function farcasterOptions({
  FARCASTER_RELAY_URL: relayUrl,
  FARCASTER_RPC_URL: rpcUrl,
}: FarcasterValues): FarcasterOptions | undefined {
  if (relayUrl !== undefined && rpcUrl !== undefined) return { relayUrl, rpcUrl }
  if (relayUrl !== undefined) throw new Error('FARCASTER_RPC_URL must be set together with FARCASTER_RELAY_URL.')
  if (rpcUrl !== undefined) throw new Error('FARCASTER_RELAY_URL must be set together with FARCASTER_RPC_URL.')
  return undefined
}
