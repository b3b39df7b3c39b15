import { type ChainNamespace, type Connector, DEFAULT_CONNECTOR_TYPE_ORDER } from '@portico/contracts'
import type { ConnectorGroup } from '../options/types.ts'
import { ownerOf } from './knownWallets.ts'
import type { DirectoryWallet } from './walletDirectory.ts'
import { plainName } from './walletName.ts'

/** The maximum number of recommended rows (views.md §6.4). */
export const RECOMMENDED_MAX = 4

/** One row of the list of wallets (views.md §6.4). */
export type ConnectItem =
  | { readonly kind: 'pairing'; readonly group: 'walletConnect'; readonly connector: Connector }
  /** An installed wallet. It has several members if it serves several families. */
  | { readonly kind: 'connectors'; readonly group: 'injected' | 'external'; readonly members: Connectors }
  | { readonly kind: 'wallet'; readonly group: WalletGroup; readonly wallet: DirectoryWallet }

export type WalletGroup = 'recent' | 'featured' | 'custom' | 'recommended'
export type Connectors = readonly [Connector, ...Connector[]]

/** A wallet the site excludes. Installed wallets have no directory ids, so they are matched by name and `rdns` too. */
export interface ExcludedWallet {
  readonly id: string
  readonly name?: string
  readonly rdns?: string | null | undefined
}

export interface ConnectSituation {
  /** The connectors of every requested family, in the order of the families. */
  readonly connectors: readonly Connector[]
  readonly recent: readonly DirectoryWallet[]
  readonly featured: readonly DirectoryWallet[]
  readonly custom: readonly DirectoryWallet[]
  readonly recommended: readonly DirectoryWallet[]
  readonly excluded: readonly ExcludedWallet[]
  readonly order: readonly ConnectorGroup[] | undefined
  /** The active family. A recent wallet is listed only if it serves this family. */
  readonly active: ChainNamespace
  /** If present, only wallets of this family are listed. */
  readonly namespace?: ChainNamespace | undefined
  readonly isMobile: boolean
  /** How many rows the e-mail and social logins take. */
  readonly loginRows: number
}

/** Groups wallets with the same name into one entry, with at most one member per family (chains.md §2.6). */
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

const isSameRdns = (a: string | null | undefined, b: string | null | undefined): boolean =>
  a != null && b != null && ownerOf(a) === ownerOf(b)

const isSameName = (a: string, b: string | undefined): boolean => b !== undefined && plainName(a) === plainName(b)

/** An installed wallet is visible unless the site excludes exactly this one (chains.md, pitfall 49). */
const isExcluded = ({ explorerId, name, rdns }: Connector, excluded: readonly ExcludedWallet[]) =>
  excluded.some((wallet) => wallet.id === explorerId || isSameRdns(wallet.rdns, rdns) || isSameName(name, wallet.name))

/** Whether an installed wallet is known to be this directory wallet. A name alone proves nothing. */
export const isKnownAs = ({ explorerId, rdns }: Connector, wallet: DirectoryWallet): boolean =>
  rdns && wallet.rdns ? isSameRdns(rdns, wallet.rdns) : explorerId === wallet.id

/** Whether a list would show the two as the same wallet. */
const isListedAs = (connector: Connector, wallet: DirectoryWallet) =>
  isKnownAs(connector, wallet) || (!(connector.rdns && wallet.rdns) && isSameName(connector.name, wallet.name))

/** Whether a wallet supports networks of a family. A wallet without recorded chains counts as supporting all. */
const serves = ({ chains }: DirectoryWallet, namespace: ChainNamespace) =>
  !chains?.length || chains.some((id) => id === namespace || id.startsWith(`${namespace}:`))

const byRank = (a: Connectors, b: Connectors): number => {
  const rank = ([{ type }, ...more]: Connectors) => (type === 'INJECTED' ? 2 : more.length > 0 ? 0 : 1)
  return rank(a) - rank(b)
}

/** The rows of Connect in order, without duplicates. */
export function connectItems(situation: ConnectSituation): readonly ConnectItem[] {
  const { connectors, excluded, isMobile, loginRows, order = [], namespace, active } = situation
  const pairing = connectors.find(({ type }) => type === 'WALLET_CONNECT')
  const present = connectors.filter((connector) => !isExcluded(connector, excluded))
  const local = present.filter(({ type }) => type === 'ANNOUNCED' || type === 'INJECTED')
  const external = present.filter(({ type }) => type === 'EXTERNAL')
  const installed = groupConnectors(local).toSorted(byRank)

  const listed: DirectoryWallet[] = []
  /** The wallets of a list that are to be listed here and are not in an earlier row. */
  const more = (wallets: readonly DirectoryWallet[], max = Number.POSITIVE_INFINITY) => {
    const added: DirectoryWallet[] = []
    for (const wallet of pairing ? wallets : []) {
      if (added.length >= max) break
      if (namespace && !serves(wallet, namespace)) continue
      if (excluded.some(({ id }) => id === wallet.id)) continue
      if (local.some((connector) => isListedAs(connector, wallet))) continue
      if (listed.some(({ id, rdns }) => id === wallet.id || isSameRdns(rdns, wallet.rdns))) continue
      listed.push(wallet)
      added.push(wallet)
    }
    return added
  }
  const recent = more(situation.recent.filter((wallet) => serves(wallet, namespace ?? active)))
  const featured = more(situation.featured)
  const custom = more(situation.custom)
  const left = RECOMMENDED_MAX - featured.length - custom.length - installed.length - loginRows
  const recommended = more(situation.recommended, left)

  const rowsOf = (group: WalletGroup, wallets: readonly DirectoryWallet[]): ConnectItem[] =>
    wallets.map((wallet) => ({ kind: 'wallet', group, wallet }))
  const rows: Readonly<Record<ConnectorGroup, readonly ConnectItem[]>> = {
    // A phone cannot scan its own screen; on phones, the list of all wallets opens the apps instead.
    walletConnect: pairing && !isMobile ? [{ kind: 'pairing', group: 'walletConnect', connector: pairing }] : [],
    recent: rowsOf('recent', recent),
    injected: installed.map((members) => ({ kind: 'connectors', group: 'injected', members })),
    featured: rowsOf('featured', featured),
    custom: rowsOf('custom', custom),
    external: groupConnectors(external).map((members) => ({ kind: 'connectors', group: 'external', members })),
    recommended: rowsOf('recommended', recommended),
  }
  return [...new Set([...order, ...DEFAULT_CONNECTOR_TYPE_ORDER])].flatMap((group) => rows[group])
}
