/** An on-chain picture may be as large as the chain lets it be. */
const MAX_CHARACTERS = 100_000

/**
 * ENSIP-12: where the picture of an avatar record is. What would have to be fetched to find out (`eip155:`, a collectible)
 * has none: its metadata lies wherever somebody has chosen, and this service asks for nothing there.
 */
export function avatarAddress(record: string): string | undefined {
  const text = record.trim()
  if (text.length > MAX_CHARACTERS) return undefined
  if (/^data:image\/[a-z0-9.+-]+[;,]/i.test(text)) return text
  const [, path] = /^ipfs:\/\/(?:ipfs\/)?([\w./-]+)$/.exec(text) ?? []
  if (path) return path.includes('..') ? undefined : `ipfs://${path}`
  return text.startsWith('https://') && URL.canParse(text) ? new URL(text).href : undefined
}
