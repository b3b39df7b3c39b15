/** Wallets describe themselves. Any script in the page may announce anything, so every value is checked. */

const NAME_MAX = 40
const ICON_MAX = 100_000

/** EIP-6963 and Wallet Standard require data URIs. Other URLs would tell the wallet's maker who looks at this list. */
export const isSafeIcon = (icon: unknown): icon is string =>
  typeof icon === 'string' && icon.length <= ICON_MAX && /^data:image\/(svg\+xml|png|jpeg|webp|gif)[;,]/i.test(icon)

/** One line without control or bidi characters, which could disguise one wallet as another. Empty: no name. */
export function cleanName(name: unknown): string {
  const line = typeof name === 'string' ? name.replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ').trim() : ''
  return [...line].slice(0, NAME_MAX).join('')
}

/** Reading a property of a foreign object, such as a wallet, may throw. Then the value counts as absent. */
export function safely<T>(look: () => T | undefined): T | undefined {
  try {
    return look()
  } catch {
    return undefined
  }
}
