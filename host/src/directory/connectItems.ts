import { type Connector, DEFAULT_CONNECTOR_TYPE_ORDER } from '@portico/contracts'
import type { ConnectorGroup } from '../options/types.ts'
import type { DirectoryWallet } from '../registry.ts'
import { RECOMMENDED_MAX } from './prefetch.ts'
import { plainName } from './walletName.ts'

/** One row of the list of wallets (views.md §6.4). */
export type ConnectItem =
  | { readonly kind: 'pairing'; readonly group: 'walletConnect'; readonly connector: Connector }
  /** A wallet of this browser. Several members: one wallet that serves several families. */
  | { readonly kind: 'connectors'; readonly group: 'injected' | 'external'; readonly members: Connectors }
  | {
      readonly kind: 'wallet'
      readonly group: 'recent' | 'featured' | 'custom' | 'recommended'
      readonly wallet: DirectoryWallet
    }

export type Connectors = readonly [Connector, ...Connector[]]

interface Named {
  readonly name: string
  readonly rdns?: string | null | undefined
}

export interface ConnectSituation {
  /** Of every family that is asked for, in the order of the families. */
  readonly connectors: readonly Connector[]
  readonly recent: readonly DirectoryWallet[]
  readonly featured: readonly DirectoryWallet[]
  readonly custom: readonly DirectoryWallet[]
  readonly recommended: readonly DirectoryWallet[]
  readonly excluded: readonly Named[]
  readonly order: readonly ConnectorGroup[] | undefined
  readonly isMobile: boolean
  /** How many rows e-mail and social login take. */
  readonly loginRows: number
}

/** Wallets of one name are one entry, with at most one member a family (chains.md §2.6). */
export function groupConnectors(connectors: readonly Connector[]): readonly Connectors[] {
  const groups: [Connector, ...Connector[]][] = []
  for (const connector of connectors) {
    const name = plainName(connector.name)
    const fitting = groups.find(
      (members) =>
        plainName(members[0].name) === name && !members.some(({ namespace }) => namespace === connector.namespace),
    )
    if (fitting) fitting.push(connector)
    else groups.push([connector])
  }
  return groups
}

const isCalled =
  (connector: Named) =>
  ({ name, rdns }: Named): boolean =>
    rdns && connector.rdns ? rdns === connector.rdns : plainName(name) === plainName(connector.name)

/** MetaMask calls itself otherwise in its own browser. */
const rdnsOf = (wallet: Named) => wallet.rdns?.replace(/\.mobile$/, '')

/** Whether a wallet of the directory is listed already, as a wallet of this browser or as one used before. */
const isListed = (wallet: DirectoryWallet, connectors: readonly Connector[], recent: readonly DirectoryWallet[]) =>
  connectors.some((connector) =>
    wallet.rdns && connector.rdns
      ? rdnsOf(wallet) === rdnsOf(connector)
      : connector.explorerId === wallet.id || plainName(connector.name) === plainName(wallet.name),
  ) || recent.some(({ id, rdns }) => id === wallet.id || (rdns && rdns === wallet.rdns))

const byRank = (a: Connectors, b: Connectors): number => {
  const rank = ([{ type }, ...more]: Connectors) => (type === 'INJECTED' ? 2 : more.length > 0 ? 0 : 1)
  return rank(a) - rank(b)
}

/** The rows of Connect, in their order, nothing twice. */
export function connectItems(situation: ConnectSituation): readonly ConnectItem[] {
  const { connectors, excluded, isMobile, loginRows, order = [] } = situation
  const pairing = connectors.find(({ type }) => type === 'WALLET_CONNECT')
  // Whoever has installed a wallet sees it unless the site has excluded just this one (chains.md, pitfall 49).
  const present = connectors.filter((connector) => !excluded.some(isCalled(connector)))
  const local = present.filter(({ type }) => type === 'ANNOUNCED' || type === 'INJECTED')
  const external = present.filter(({ type }) => type === 'EXTERNAL')
  const reachable = (wallets: readonly DirectoryWallet[]) => (pairing ? wallets : [])

  const recent = reachable(situation.recent).filter((wallet) => !isListed(wallet, local, []))
  const ofDirectory = (wallets: readonly DirectoryWallet[]) =>
    reachable(wallets).filter((wallet) => !isListed(wallet, local, recent))
  const featured = ofDirectory(situation.featured)
  const custom = ofDirectory(situation.custom)
  const installed = groupConnectors(local).toSorted(byRank)
  const left = RECOMMENDED_MAX - featured.length - custom.length - installed.length - loginRows
  const recommended = ofDirectory(situation.recommended).slice(0, Math.max(0, left))

  const rows: Readonly<Record<ConnectorGroup, readonly ConnectItem[]>> = {
    // On a phone a code cannot be scanned: there the list of all wallets leads to the apps.
    walletConnect: pairing && !isMobile ? [{ kind: 'pairing', group: 'walletConnect', connector: pairing }] : [],
    recent: recent.map((wallet) => ({ kind: 'wallet', group: 'recent', wallet })),
    injected: installed.map((members) => ({ kind: 'connectors', group: 'injected', members })),
    featured: featured.map((wallet) => ({ kind: 'wallet', group: 'featured', wallet })),
    custom: custom.map((wallet) => ({ kind: 'wallet', group: 'custom', wallet })),
    external: groupConnectors(external).map((members) => ({ kind: 'connectors', group: 'external', members })),
    recommended: recommended.map((wallet) => ({ kind: 'wallet', group: 'recommended', wallet })),
  }
  return [...new Set([...order, ...DEFAULT_CONNECTOR_TYPE_ORDER])].flatMap((group) => rows[group])
}
