/** Names that differ in nothing but spelling are one name: "Trust Wallet" is "Trust" (chains.md §2.6). */
export const plainName = (name: string): string =>
  name
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')
    .replace(/(?<=.)wallet$/, '')
