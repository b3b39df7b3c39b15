/** An on-chain picture may be as large as the chain allows. */
const MAX_CHARACTERS = 100_000

/**
 * ENSIP-12: the address of the picture in an avatar record. Ignores records that need a request to resolve (`eip155:`,
 * a collectible): their metadata lies at an address of a stranger's choice, to which this service sends no requests.
 */
export function avatarAddress(record: string): string | undefined {
  const text = record.trim()
  if (text.length > MAX_CHARACTERS) return undefined
  if (/^data:image\/[a-z0-9.+-]+[;,]/i.test(text)) return text
  const [, path] = /^ipfs:\/\/(?:ipfs\/)?([\w./-]+)$/.exec(text) ?? []
  if (path) return path.includes('..') ? undefined : `ipfs://${path}`
  return text.startsWith('https://') && URL.canParse(text) ? new URL(text).href : undefined
}
