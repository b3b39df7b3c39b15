import type { WalletQuery } from '@portico/contracts/services/walletQuery'
import type { Wallet } from '@portico/contracts/services/wallets'
import { foldText } from './foldText.ts'
import type { RegistryWallet } from './registryWallets.ts'

const namespaceOf = (caip2: string) => caip2.slice(0, caip2.indexOf(':'))

const filled = <Item>(list: readonly Item[] | undefined) => (list && list.length > 0 ? list : undefined)

/** Iterates over the few networks of a wallet, not over those of the request, which may be many. */
function sharesOne(own: ReadonlySet<string>, wanted: ReadonlySet<string>) {
  for (const item of own) if (wanted.has(item)) return true
  return false
}

function isOneOf(ids: readonly string[]) {
  const wanted = new Set(ids)
  return (wallet: RegistryWallet) => sharesOne(wallet.ids, wanted)
}

/** Whether the wallet's networks are recorded. */
const isRecorded = ({ networks, namespaces }: RegistryWallet) => networks.size + namespaces.size > 0

/** Matches wallets that support one of the chains or, if the request names them, have no recorded networks. */
function takesOneOf(chains: readonly string[], isNamed: boolean) {
  const wanted = new Set(chains)
  const wantedNamespaces = new Set(chains.map(namespaceOf))
  return (wallet: RegistryWallet) =>
    isRecorded(wallet) ? sharesOne(wallet.networks, wanted) || sharesOne(wallet.namespaces, wantedNamespaces) : isNamed
}

function isCalled(names: readonly string[], rdns: readonly string[]) {
  const foldedNames = new Set(names.map(foldText))
  const foldedRdns = new Set(rdns.map(foldText))
  return (wallet: RegistryWallet) => foldedNames.has(wallet.foldedName) || foldedRdns.has(wallet.foldedRdns)
}

/** The rank of a match: 0 is the best; undefined if the wallet does not match. */
function rankOf({ foldedName, foldedRdns }: RegistryWallet, needle: string): number | undefined {
  if (foldedName.startsWith(needle) || foldedRdns.startsWith(needle)) return 0
  if (foldedName.includes(` ${needle}`)) return 1
  return foldedName.includes(needle) || foldedRdns.includes(needle) ? 2 : undefined
}

/**
 * Finds names that begin with the text, then names with a word that begins with it, then names that contain it. Keeps
 * the order of the wallets within each group.
 */
function search(wallets: readonly RegistryWallet[], text: string): readonly RegistryWallet[] {
  const needle = foldText(text)
  const byRank: RegistryWallet[][] = [[], [], []]
  for (const wallet of wallets) byRank[rankOf(wallet, needle) ?? byRank.length]?.push(wallet)
  return byRank.flat()
}

/**
 * Clients look for each network that they requested. So a family is expanded to those of its networks that were
 * requested. All other networks are left out, because their list could be longer than everything else about a wallet.
 */
function withNetworksOf(wallet: RegistryWallet, chains: readonly string[] | undefined): Wallet {
  if (!chains || !isRecorded(wallet)) return wallet.wire
  const { networks, namespaces } = wallet
  const taken = chains.filter((caip2) => networks.has(caip2) || namespaces.has(namespaceOf(caip2)))
  return { ...wallet.wire, chains: taken }
}

export interface FoundWallets {
  readonly wallets: readonly Wallet[]
  /** The number of wallets over all pages. */
  readonly count: number
}

/**
 * Answers `GET /getWallets`. Every parameter narrows the list; `names` and `rdns` count as one parameter. The badge
 * `none`, `sort` and `include_pay_only` have no effect, because no wallet in the data is known to take payments.
 */
export function findWallets(all: readonly RegistryWallet[], query: WalletQuery): FoundWallets {
  const { page, entries, chains, names = [], rdns = [] } = query
  const include = filled(query.include)
  const called = filled([...names, ...rdns])
  const isNamed = Boolean(query.search || include || called)

  const conditions: ((wallet: RegistryWallet) => boolean)[] = []
  if (include) conditions.push(isOneOf(include))
  if (called) conditions.push(isCalled(names, rdns))
  const isExcluded = isOneOf(query.exclude)
  if (query.exclude.length > 0) conditions.push((wallet) => !isExcluded(wallet))
  if (query.badge_type === 'certified' || query.badge === 'certified') {
    conditions.push(({ wire }) => wire.badge_type === 'certified')
  }
  if (chains) conditions.push(takesOneOf(chains, isNamed))

  const matching = all.filter((wallet) => conditions.every((holds) => holds(wallet)))
  const found = query.search ? search(matching, query.search) : matching
  const shown = found.slice((page - 1) * entries, page * entries)
  return { wallets: shown.map((wallet) => withNetworksOf(wallet, chains)), count: found.length }
}
