import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { RegistryImage } from './image.ts'

/** The logo of a wallet by the field `logo` of `data/wallets.json`; undefined while there is no such file. */
export type WalletLogos = (logo: string) => Promise<RegistryImage | undefined>

/**
 * Reads what `scripts/walletLogos.mjs` has put into `folder`, which may happen while the services run. What has been read
 * is kept: all logos together are 1.4 MB.
 */
export function createWalletLogos(folder: string): WalletLogos {
  const read = new Map<string, RegistryImage>()
  return async (logo) => {
    const kept = read.get(logo)
    if (kept) return kept
    try {
      const image: RegistryImage = { type: 'image/webp', content: await readFile(join(folder, `${logo}.webp`)) }
      read.set(logo, image)
      return image
    } catch {
      // Not fetched, not yet, or not readable: there are other images.
      return undefined
    }
  }
}
