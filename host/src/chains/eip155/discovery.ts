import type { Connector } from '@portico/contracts'
import { requestProviders } from 'mipd'
import { cleanName, isSafeIcon, safely } from '../announced.ts'
import { type Eip1193Provider, isProvider } from './provider.ts'

export interface FoundWallet {
  readonly connector: Connector
  readonly provider: Eip1193Provider
  /** A provider without a name, most likely that of an announced wallet: offered only while connected. */
  readonly isHidden?: boolean
}

/** The connector id of `window.ethereum`, which is listed if no wallet is announced (EIP-1193). */
export const INJECTED_ID = 'injected'

/** Our own connector ids, which announced wallets cannot take. */
const RESERVED = /^(injected|walletconnect)$/i

interface Announced {
  readonly info?: Readonly<Partial<Record<'name' | 'rdns' | 'uuid' | 'icon', unknown>>> | null
  readonly provider?: unknown
}

/** How many wallets may claim one `rdns`: two make the visitor look twice, more would only fill the list. */
const CLAIMANTS_MAX = 3

/** An announced wallet as listed, with its one-time id. */
interface Announcement extends FoundWallet {
  readonly uuid: unknown
}

/** EIP-6963: a wallet is identified by its `rdns`, or else by its one-time uuid. */
function read({ info, provider }: Announced): Announcement | undefined {
  const name = cleanName(info?.name)
  const rdns = typeof info?.rdns === 'string' && /^[a-z0-9.-]+$/i.test(info.rdns) ? info.rdns : undefined
  const id = rdns ?? info?.uuid
  if (!name || typeof id !== 'string' || !id || !isProvider(provider)) return undefined
  if (RESERVED.test(id)) return undefined
  const imageUrl = info?.icon
  return {
    provider,
    uuid: info?.uuid,
    connector: {
      id,
      name,
      type: 'ANNOUNCED',
      namespace: 'eip155',
      ...(rdns && { rdns }),
      ...(isSafeIcon(imageUrl) && { imageUrl }),
    },
  }
}

interface Sources {
  readonly enableEIP6963: boolean
  readonly enableInjected: boolean
}

/**
 * The installed wallets: each announced wallet once, and `window.ethereum`, which is hidden if any wallet is announced.
 * Two wallets with one name or `rdns` are both kept, because one may be an impersonator, which must not be able to hide
 * the real one. The first to claim an `rdns` gets it as its id.
 */
export function watchWallets(
  { enableEIP6963, enableInjected }: Sources,
  onChange: (wallets: readonly FoundWallet[]) => void,
  signal: AbortSignal,
): void {
  const announced: Announcement[] = []
  let isListening = false

  const list = () => {
    const found: FoundWallet[] = announced.map(({ connector, provider }) => ({ connector, provider }))
    const legacy = enableInjected ? safely(() => (globalThis as { ethereum?: unknown }).ethereum) : undefined
    if (isProvider(legacy)) {
      found.push({
        provider: legacy,
        // Hidden if wallets are announced, because it is most likely one of them.
        isHidden: found.length > 0,
        connector: { id: INJECTED_ID, name: 'Browser Wallet', type: 'INJECTED', namespace: 'eip155' },
      })
    }
    onChange(found)
  }

  const onAnnounced = (detail: unknown) => {
    const wallet = safely(() => read(detail as Announced))
    if (!wallet) return
    const { connector, provider, uuid } = wallet
    const nameOf = ({ rdns, id }: Connector) => (rdns ?? id).toLowerCase() // case-insensitive (chains.md, pitfall 23)
    const claimants = announced.filter((other) => nameOf(other.connector) === nameOf(connector))
    const isRepeated = claimants.some((other) => other.provider === provider || other.uuid === uuid)
    if (isRepeated || claimants.length === CLAIMANTS_MAX) return
    const id = claimants.length ? `${connector.id}#${claimants.length + 1}` : connector.id
    announced.push({ ...wallet, connector: { ...connector, id } })
    if (isListening) list()
  }

  const stop = enableEIP6963 ? requestProviders(onAnnounced) : undefined
  signal.addEventListener('abort', () => stop?.())
  isListening = true
  list()
}
