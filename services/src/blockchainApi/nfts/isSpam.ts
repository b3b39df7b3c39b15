import type { FoundNft } from './nft.ts'

/** What a thing that wants its holder to go somewhere says; a thing that is only looked at has no reason to. */
const CALLS = /\b(?:claim|visit|airdrop|giveaway|voucher)\b/i

/** With a scheme, with `www.`, of a messenger, or a name below one of the zones that such names are bought in. */
const LINK =
  /https?:|\bwww\.|\bt\.me\b|\b[a-z0-9][a-z0-9-]*\.(?:com|net|org|io|xyz|app|site|online|club|gift|gifts|top|info|pro|vip|live|fun|link|ly|me|cc|finance|exchange)\b/i

/** Letters that look alike become one, and what is not seen goes. */
const readable = (text: string) => text.normalize('NFKC').replace(/\p{Cf}/gu, '')

/**
 * Ours, and simple: what the source itself calls spam, and what calls or leads its holder somewhere in its own name or in
 * that of its collection. Whether something was sent to many who never asked for it cannot be seen from one address.
 */
export function isSpam({ isFlagged, name = '', collection = '' }: FoundNft): boolean {
  if (isFlagged) return true
  return [name, collection].map(readable).some((text) => CALLS.test(text) || LINK.test(text))
}
