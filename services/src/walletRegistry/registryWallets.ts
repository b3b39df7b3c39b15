import { createHash } from 'node:crypto'
import type { Wallet } from '@portico/contracts/services/wallets'
import { array, type InferOutput, number, object, optional, parse, picklist, string } from 'valibot'
import entries from '../../data/wallets.json' with { type: 'json' }
import { foldText } from './foldText.ts'

/** One row of `data/wallets.json`; its README documents the fields. */
const Entry = object({
  slug: string(),
  name: string(),
  id: optional(string()),
  alt_ids: optional(array(string()), []),
  order: number(),
  badge_type: optional(picklist(['certified'])),
  homepage: optional(string()),
  chains: optional(array(string()), []),
  mobile_link: optional(string()),
  desktop_link: optional(string()),
  webapp_link: optional(string()),
  link_mode: optional(string()),
  app_store: optional(string()),
  play_store: optional(string()),
  chrome_store: optional(string()),
  rdns: optional(string()),
  injected: optional(array(object({ namespace: string(), injected_id: string() }))),
  image_id: optional(string()),
  logo: optional(string()),
  icon: optional(string()),
  icon_fallback: optional(string()),
})
type Entry = InferOutput<typeof Entry>

/** A wallet in searchable form. */
export interface RegistryWallet {
  /** The wallet as sent to clients, with all its known networks. */
  readonly wire: Wallet
  readonly imageId: string
  /** Its current and former ids. */
  readonly ids: ReadonlySet<string>
  /** CAIP-2 ids. */
  readonly networks: ReadonlySet<string>
  /** The chain families of which the wallet supports every network. */
  readonly namespaces: ReadonlySet<string>
  readonly foldedName: string
  readonly foldedRdns: string
  /** Sources of its image: see `readWalletImage`. */
  readonly images: Pick<Entry, 'logo' | 'icon' | 'icon_fallback'>
}

/** The id of a wallet without a recorded id. A slug never changes, so the derived id does not change either. */
export const deriveId = (slug: string) => createHash('sha256').update(slug).digest('hex')

/** The image id of a wallet without a recorded image id, in the format of explorers' ids. */
export const deriveImageId = (slug: string) =>
  deriveId(slug).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12}).*$/, '$1-$2-$3-$4-$5')

/** Whether an entry of `chains` means all networks of a namespace. A wallet without entries is unrecorded. */
const isNamespace = (chain: string) => !chain.includes(':')

function toRegistryWallet({ slug, alt_ids, chains, logo, icon, icon_fallback, ...entry }: Entry): RegistryWallet {
  const id = entry.id ?? deriveId(slug)
  const imageId = entry.image_id ?? deriveImageId(slug)
  const networks = chains.filter((chain) => !isNamespace(chain))
  return {
    wire: {
      ...entry,
      id,
      badge_type: entry.badge_type ?? 'none',
      chains: networks.length > 0 ? networks : undefined,
      image_id: imageId,
      // The links in the recorded listings are links for pairings.
      supports_wc: Boolean(entry.mobile_link ?? entry.desktop_link),
    },
    imageId,
    ids: new Set([id, ...alt_ids]),
    networks: new Set(networks),
    namespaces: new Set(chains.filter(isNamespace)),
    foldedName: foldText(entry.name),
    foldedRdns: foldText(entry.rdns ?? ''),
    images: { logo, icon, icon_fallback },
  }
}

/** All wallets of `data/wallets.json`, in their order. */
export const registryWallets: readonly RegistryWallet[] = parse(array(Entry), entries)
  .map(toRegistryWallet)
  .sort((a, b) => (a.wire.order ?? 0) - (b.wire.order ?? 0))
