import type { Connector } from '@portico/contracts'
import { createStore, type EIP6963ProviderDetail } from 'mipd'
import { type Eip1193Provider, isProvider } from './provider.ts'

export interface FoundWallet {
  readonly connector: Connector
  readonly provider: Eip1193Provider
}

/** The connector of `window.ethereum` when nothing announces itself (EIP-1193). */
export const INJECTED_ID = 'injected'
const NAME_MAX = 40
const ICON_MAX = 100_000

/** Announced icons are untrusted: an image element only ever gets a data image or an https address. */
const isSafeIcon = (icon: unknown): icon is string =>
  typeof icon === 'string' &&
  icon.length <= ICON_MAX &&
  (/^data:image\/(svg\+xml|png|jpeg|webp|gif)[;,]/i.test(icon) || /^https:\/\/[^\s]+$/i.test(icon))

/** One line, without control or direction characters that could dress one wallet up as another. */
const cleanName = (name: unknown): string =>
  typeof name === 'string'
    ? name
        .replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
        .trim()
        .slice(0, NAME_MAX)
    : ''

/** EIP-6963: `rdns` names the wallet; where there is none its one-time uuid must do. */
function read(detail: EIP6963ProviderDetail): FoundWallet | undefined {
  const { info, provider } = detail ?? {}
  const name = cleanName(info?.name)
  if (!name || !isProvider(provider)) return undefined
  const rdns = typeof info.rdns === 'string' && /^[a-z0-9.-]+$/i.test(info.rdns) ? info.rdns : undefined
  const id = rdns ?? String(info.uuid)
  return {
    provider,
    connector: {
      id,
      name,
      type: 'ANNOUNCED',
      namespace: 'eip155',
      ...(rdns && { rdns }),
      ...(isSafeIcon(info.icon) && { imageUrl: info.icon }),
    },
  }
}

interface Sources {
  readonly enableEIP6963: boolean
  readonly enableInjected: boolean
}

/**
 * The wallets of this browser: everyone who announces itself, once each, and `window.ethereum` when its provider is
 * none of those. Two wallets of one name and different `rdns` are both kept: one of them may be an impersonator, and
 * hiding the real one would be its work done.
 */
export function watchWallets(
  { enableEIP6963, enableInjected }: Sources,
  onChange: (wallets: readonly FoundWallet[]) => void,
  signal: AbortSignal,
): void {
  const store = enableEIP6963 ? createStore() : undefined

  const list = () => {
    const found = new Map<string, FoundWallet>()
    for (const detail of store?.getProviders() ?? []) {
      const wallet = read(detail)
      if (wallet && !found.has(wallet.connector.id)) found.set(wallet.connector.id, wallet)
    }
    const legacy = enableInjected ? (globalThis as { ethereum?: unknown }).ethereum : undefined
    const isAnnounced = [...found.values()].some(({ provider }) => provider === legacy)
    // With announced wallets there, `window.ethereum` is one of them under no name: it would be listed twice.
    if (isProvider(legacy) && !isAnnounced && found.size === 0) {
      found.set(INJECTED_ID, {
        provider: legacy,
        connector: { id: INJECTED_ID, name: 'Browser Wallet', type: 'INJECTED', namespace: 'eip155' },
      })
    }
    onChange([...found.values()])
  }

  const unsubscribe = store?.subscribe(list)
  signal.addEventListener('abort', () => {
    unsubscribe?.()
    store?.destroy()
  })
  list()
}
