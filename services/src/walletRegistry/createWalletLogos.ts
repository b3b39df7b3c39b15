import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { RegistryImage } from './image.ts'

/** Returns a wallet's logo by the field `logo` of `data/wallets.json`; undefined while there is no such file. */
export type WalletLogos = (logo: string) => Promise<RegistryImage | undefined>

/** Reads what `scripts/walletLogos.mjs` writes, even while the services run. Keeps it in memory: 1.4 MB in total. */
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
      // The file is missing or unreadable; there are other images.
      return undefined
    }
  }
}
