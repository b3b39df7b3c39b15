import type { HostServices } from '../hostServices.ts'
import type { DirectoryWallet } from './walletDirectory.ts'

/** What a list currently shows, and where it comes from (public-api.md §10, `WALLET_IMPRESSION_V2`). */
export interface ShownWallets {
  readonly view: string
  /** The wallets in list order. Undefined for a row of another kind. */
  readonly wallets: readonly (DirectoryWallet | undefined)[]
  /** The search text. */
  readonly query?: string | undefined
}

/** Wallets that become visible within this time are reported together. */
const TOGETHER_MS = 1_000
/** The fraction of a row that must be visible for it to count as seen (views.md §6.4). */
const PART_IN_SIGHT = 0.1

/**
 * Reports which directory wallets become visible inside `list`, each once; the test ids of their elements end with the
 * wallet ids. Installed wallets are never reported, because they have no rank and would fingerprint the visitor.
 */
export function watchImpressions(
  list: Element,
  shown: () => ShownWallets,
  { track }: Pick<HostServices, 'track'>,
): () => void {
  const seen = new Set<string>()
  let items: object[] = []
  let timer: ReturnType<typeof setTimeout> | undefined
  const tell = () => {
    timer = undefined
    if (items.length) track('WALLET_IMPRESSION_V2', undefined, items)
    items = []
  }
  const inSight = new IntersectionObserver(
    (entries) => {
      const { wallets, view, query } = shown()
      for (const { isIntersecting, target } of entries) {
        const explorerId = (target as HTMLElement).dataset.testid?.replace(/^wallet-(selector|search-item)-/, '')
        const displayIndex = isIntersecting ? wallets.findIndex((wallet) => wallet?.id === explorerId) : -1
        const { name, order: walletRank, badge_type } = wallets[displayIndex] ?? {}
        if (!explorerId || walletRank === undefined || seen.has(explorerId)) continue
        seen.add(explorerId)
        const certified = badge_type === 'certified'
        items.push({ name, walletRank, view, displayIndex, explorerId, certified, ...(query && { query }) })
      }
      if (items.length) timer ??= setTimeout(tell, TOGETHER_MS)
    },
    { threshold: PART_IN_SIGHT },
  )
  const watchAll = () => {
    for (const element of list.querySelectorAll('[data-testid^="wallet-"]')) inSight.observe(element)
  }
  const changes = new MutationObserver(watchAll)
  changes.observe(list, { childList: true, subtree: true })
  watchAll()
  return () => {
    changes.disconnect()
    inSight.disconnect()
    clearTimeout(timer)
    tell()
  }
}
