/** What wallets say of themselves. Anybody in the page may announce anything, so nothing of it is taken as it is. */

const NAME_MAX = 40
const ICON_MAX = 100_000

/**
 * Announced icons are untrusted, and EIP-6963 and Wallet Standard want data URIs: an address of any other kind would let a
 * wallet's maker see who looks at this list.
 */
export const isSafeIcon = (icon: unknown): icon is string =>
  typeof icon === 'string' && icon.length <= ICON_MAX && /^data:image\/(svg\+xml|png|jpeg|webp|gif)[;,]/i.test(icon)

/** One line, without control or direction characters that could dress one wallet up as another. Empty: there is no name. */
export function cleanName(name: unknown): string {
  const line = typeof name === 'string' ? name.replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ').trim() : ''
  return [...line].slice(0, NAME_MAX).join('')
}

/** A wallet may throw when it is looked at: then what was looked for is not there. */
export function safely<T>(look: () => T | undefined): T | undefined {
  try {
    return look()
  } catch {
    return undefined
  }
}
