/** The limit of a picture in the record itself, which could otherwise be as large as the chain allows. */
const MAX_CHARACTERS = 100_000

/**
 * The address of the picture in an avatar record (ENSIP-12). Records of collectibles (`eip155:`) are ignored, because
 * their metadata could be at any address that a stranger chooses, and this service does not send requests there.
 */
export function avatarAddress(record: string): string | undefined {
  const text = record.trim()
  if (text.length > MAX_CHARACTERS) return undefined
  if (/^data:image\/[a-z0-9.+-]+[;,]/i.test(text)) return text
  const [, path] = /^ipfs:\/\/(?:ipfs\/)?([\w./-]+)$/.exec(text) ?? []
  if (path) return path.includes('..') ? undefined : `ipfs://${path}`
  return text.startsWith('https://') && URL.canParse(text) ? new URL(text).href : undefined
}
