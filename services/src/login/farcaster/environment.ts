import { check, pipe, string } from 'valibot'
import { type Values, variable } from '../../variables.ts'

const ADDRESS = 'must be a URL that begins with https:// or http://, without a slash at its end'

const isAddress = (text: string) => /^https?:\/\/[^\s?#]*[^\s?#/]$/.test(text) && URL.canParse(text)
const isNode = (text: string) => /^https?:\/\/\S+$/.test(text) && URL.canParse(text)

export interface FarcasterOptions {
  /** The URL of the relay (FIP-11), without a trailing slash. */
  readonly relayUrl: string
  /** The URL of a node of OP Mainnet, which has Farcaster's account registries. It may contain a key. */
  readonly rpcUrl: string
}

export const farcasterEnvironment = {
  FARCASTER_RELAY_URL: variable(
    pipe(string(), check(isAddress, ADDRESS)),
    'the relay of Farcaster (FIP-11) through which the phone answers, like `https://relay.farcaster.xyz`',
    'not offered',
  ),
  FARCASTER_RPC_URL: variable(
    pipe(string(), check(isNode, 'must be a URL that begins with https:// or http://')),
    'a node of OP Mainnet, which has Farcaster’s account registries. Secret if it contains a key',
    'required with the relay',
  ),
}

/** @throws Error with one sentence if only one of the two is set */
export function farcasterOptions({
  FARCASTER_RELAY_URL: relayUrl,
  FARCASTER_RPC_URL: rpcUrl,
}: Values<typeof farcasterEnvironment>): FarcasterOptions | undefined {
  if (relayUrl !== undefined && rpcUrl !== undefined) return { relayUrl, rpcUrl }
  if (relayUrl !== undefined) throw new Error('FARCASTER_RPC_URL must be set together with FARCASTER_RELAY_URL.')
  if (rpcUrl !== undefined) throw new Error('FARCASTER_RELAY_URL must be set together with FARCASTER_RPC_URL.')
  return undefined
}
