import type { FoundNft } from './nft.ts'

/** Calls to action, which a genuine collectible does not need. */
const CALLS = /\b(?:claim|visit|airdrop|giveaway|voucher)\b/i

/** With a scheme, with `www.`, of a messenger, or a name below a zone popular for spam. */
const LINK =
  /https?:|\bwww\.|\bt\.me\b|\b[a-z0-9][a-z0-9-]*\.(?:com|net|org|io|xyz|app|site|online|club|gift|gifts|top|info|pro|vip|live|fun|link|ly|me|cc|finance|exchange)\b/i

/** Unifies look-alike letters and removes invisible characters. */
const readable = (text: string) => text.normalize('NFKC').replace(/\p{Cf}/gu, '')

/**
 * Our own simple rule: flagged by the source, or with a call or a link in its name or its collection's name. Whether
 * something was sent unrequested to many cannot be seen from one address.
 */
export function isSpam({ isFlagged, name = '', collection = '' }: FoundNft): boolean {
  if (isFlagged) return true
  return [name, collection].map(readable).some((text) => CALLS.test(text) || LINK.test(text))
}
