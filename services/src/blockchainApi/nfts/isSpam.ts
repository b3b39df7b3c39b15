import type { FoundNft } from './nft.ts'

/** Calls to action, which a genuine collectible does not need. */
const CALLS = /\b(?:claim|visit|airdrop|giveaway|voucher)\b/i

/** A link with a scheme or `www.`, to a messenger, or a name in a zone that is popular for spam. */
const LINK =
  /https?:|\bwww\.|\bt\.me\b|\b[a-z0-9][a-z0-9-]*\.(?:com|net|org|io|xyz|app|site|online|club|gift|gifts|top|info|pro|vip|live|fun|link|ly|me|cc|finance|exchange)\b/i

/** Unifies letters that look alike, and removes invisible characters. */
const readable = (text: string) => text.normalize('NFKC').replace(/\p{Cf}/gu, '')

/**
 * Portico's own simple rule: a collectible is spam if its source says so, or if its name or its collection's name
 * contains a call to action or a link. Whether it was sent unrequested to many owners cannot be seen from one address.
 */
export function isSpam({ isFlagged, name = '', collection = '' }: FoundNft): boolean {
  if (isFlagged) return true
  return [name, collection].map(readable).some((text) => CALLS.test(text) || LINK.test(text))
}
