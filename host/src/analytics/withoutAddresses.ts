/**
 * Whatever looks like an address of one of the three families, anywhere in a text: 20 or more bytes in hex (which
 * includes hashes), bech32, and base58 with the length of an address. What follows one of the leading prefixes is the
 * id of a network or token, which is kept.
 */
const ADDRESS =
  /\b(solana:|erc20:|token:)?(?:0x[\da-fA-F]{40,}|(?:bc|tb|bcrt)1[\da-z]{11,87}|(?:BC|TB|BCRT)1[\dA-Z]{11,87}|(?=\w*\d)[1-9A-HJ-NP-Za-km-z]{26,44})\b/g

/** For texts that may contain an address from a visitor, wallet or node, such as a search or an error reason. */
export const withoutAddresses = (text: string): string =>
  text.replace(ADDRESS, (whole, name?: string) => (name === undefined ? '…' : whole))
