/**
 * What looks like an address of one of the three families, wherever it stands in a text: 20 bytes in hex and longer (hashes,
 * too), bech32, and base58 of the lengths that addresses have. What follows one of the first names is a network or a token.
 */
const ADDRESS =
  /\b(solana:|erc20:|token:)?(?:0x[\da-fA-F]{40,}|(?:bc|tb|bcrt)1[\da-z]{11,87}|(?:BC|TB|BCRT)1[\dA-Z]{11,87}|(?=\w*\d)[1-9A-HJ-NP-Za-km-z]{26,44})\b/g

/** A text that a visitor, a wallet or a node may have put an address into, such as a search or the reason of a failure. */
export const withoutAddresses = (text: string): string =>
  text.replace(ADDRESS, (whole, name?: string) => (name === undefined ? '…' : whole))
