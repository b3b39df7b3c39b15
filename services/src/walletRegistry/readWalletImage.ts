import type { ImageUpstream } from './createImageUpstream.ts'
import type { WalletLogos } from './createWalletLogos.ts'
import { drawMonogram } from './drawMonogram.ts'
import type { RegistryImage } from './image.ts'
import { readIcon } from './readIcon.ts'
import { type RegistryWallet, registryWallets } from './registryWallets.ts'

const byImageId: ReadonlyMap<string, RegistryWallet> = new Map(
  registryWallets.map((wallet) => [wallet.imageId, wallet]),
)

/** Reads the icon of a brand (`exchanges/binance`), for a wallet without an icon of its own. */
const readFallback = (icon: string) => readIcon('exchanges', icon.replace(/^exchanges\//, ''))

export interface ImageSources {
  readonly logos: WalletLogos
  readonly upstream: ImageUpstream
}

/**
 * Returns the first of these that exists: the wallet's logo, its icon, its brand's icon, the upstream's image, a
 * monogram.
 * @returns undefined for an id unknown to both the data and the upstream
 */
export async function readWalletImage(imageId: string, { logos, upstream }: ImageSources) {
  const wallet = byImageId.get(imageId)
  if (!wallet) return upstream('/getWalletImage/', imageId)
  const { logo, icon, icon_fallback } = wallet.images
  const own: RegistryImage | undefined = logo ? await logos(logo) : undefined
  if (own) return own
  if (icon) return readIcon('wallets', icon)
  if (icon_fallback) return readFallback(icon_fallback)
  return (await upstream('/getWalletImage/', imageId)) ?? drawMonogram(wallet.wire.name, wallet.wire.id)
}
