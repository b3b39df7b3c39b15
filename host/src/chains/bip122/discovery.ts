import type { Connector } from '@portico/contracts'
import { getWallets } from '@wallet-standard/app'
import { connectorOf } from './connector.ts'
import { LEATHER_ID, leatherWallet } from './leather.ts'
import { okxWallet } from './okx.ts'
import { satsConnectWallet } from './satsConnect.ts'
import { unisatWallet } from './unisat.ts'
import { field, list, method, text } from './untrusted.ts'
import type { BitcoinWallet } from './wallet.ts'
import { isBitcoinWallet, standardWallet } from './walletStandard.ts'

/** Leather shows its provider late (chains.md §2.4): so often, and so far apart, is looked for it. */
const LOOKS = 3
const LOOK_INTERVAL_MS = 200

/** When the page or its visitor comes back to it, wallets may have come that tell nobody. */
const LOOK_AGAIN = ['load', 'focus', 'unisat#initialized'] as const

interface Sighting {
  /** What was found; a wallet is made of it only once. */
  readonly source: unknown
  /** Undefined: it has no name that could be shown. */
  readonly connector: Connector | undefined
  readonly make: (connector: Connector) => BitcoinWallet
  /**
   * The more a way to a wallet can do, the higher: the registry of sats-connect gives both accounts, transfers, broadcasts
   * and tells of changes; a wallet's own interface transfers and broadcasts; Wallet Standard does neither.
   */
  readonly rank: 1 | 2 | 3
}

const standard = (registered: readonly unknown[]): Sighting[] =>
  registered.filter(isBitcoinWallet).map((source) => ({
    source,
    connector: connectorOf(field(source, 'name'), field(source, 'icon')),
    make: (connector) => standardWallet(connector, source),
    rank: 1,
  }))

/** What is at a path of dots: `XverseProviders.BitcoinProvider`. */
const atPath = (page: unknown, path: string): unknown =>
  path.split('.').reduce<unknown>((parent, name) => field(parent, name), page)

/** WBIP-004: a list of names and places. `webbtc_providers` is its older name. */
function satsConnect(page: unknown): Sighting[] {
  const entries = [...list(field(page, 'btc_providers')), ...list(field(page, 'webbtc_providers'))]
  return entries.flatMap((entry): Sighting[] => {
    const id = text(field(entry, 'id')) ?? ''
    const source = atPath(page, id)
    if (!id || !method(source, 'request')) return []
    const make = id === LEATHER_ID ? leatherWallet : satsConnectWallet
    const connector = connectorOf(field(entry, 'name'), field(entry, 'icon'))
    return [{ source, connector, make: (known) => make(known, source), rank: 3 }]
  })
}

function okx(page: unknown): Sighting[] {
  const source = field(page, 'okxwallet')
  if (!method(field(source, 'bitcoin'), 'connect')) return []
  const connector = connectorOf('OKX Wallet', atPath(source, 'cardano.icon'), 'OKX')
  return [{ source, connector, make: (known) => okxWallet(known, source), rank: 2 }]
}

/** Wallets with UniSat's interface, and where each has it. UniSat is the last: others put theirs in its place too. */
const UNISAT_STYLE = [
  { id: 'bitget', name: 'Bitget Wallet', path: 'bitkeep.unisat', icon: 'bitkeep.suiWallet.icon' },
  { id: 'binancew3w', name: 'Binance Web3 Wallet', path: 'binancew3w.bitcoin' },
  { id: 'unisat', name: 'Unisat Wallet', path: 'unisat' },
] as const

const unisatStyle = (page: unknown): Sighting[] =>
  UNISAT_STYLE.flatMap((known): Sighting[] => {
    const source = atPath(page, known.path)
    const isBinance = known.id === 'unisat' && field(source, 'isBinance') === true
    if (isBinance || !method(source, 'requestAccounts')) return []
    const icon = 'icon' in known ? atPath(page, known.icon) : undefined
    const connector = connectorOf(known.name, icon, known.id)
    return [{ source, connector, make: (one) => unisatWallet(one, source), rank: 2 }]
  })

/** Names that differ in nothing but spelling are one name: "Trust Wallet" is "Trust" (chains.md §2.6). */
const plainName = (name: string): string =>
  name
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')
    .replace(/(?<=.)wallet$/, '')

function withFreeId(connector: Connector, isFree: (id: string) => boolean): Connector {
  let { id } = connector
  for (let count = 2; !isFree(id); count++) id = `${connector.id} ${count}`
  return { ...connector, id }
}

export interface FoundWallet {
  readonly wallet: BitcoinWallet
  readonly rank: number
}

/**
 * One for each name, by the way that can do most, where the first of that name stood. Two that were found in the same way
 * are both kept: one of them may be an impersonator, and hiding the real one would be its work done.
 */
export function listed(found: readonly FoundWallet[]): BitcoinWallet[] {
  const byName = new Map<string, FoundWallet[]>()
  for (const one of found) {
    const name = plainName(one.wallet.connector.name)
    const same = byName.get(name) ?? []
    const rank = same[0]?.rank ?? one.rank
    if (one.rank >= rank) byName.set(name, one.rank > rank ? [one] : [...same, one])
  }
  return [...byName.values()].flat().map(({ wallet }) => wallet)
}

/**
 * The Bitcoin wallets of this browser, in the order of chains.md §2.4, as often as that changes: every way to one of them.
 * Which of them is shown is `listed`.
 */
export function watchWallets(onChange: (found: readonly FoundWallet[]) => void, signal: AbortSignal): void {
  const registry = getWallets()
  const known = new Map<unknown, BitcoinWallet>()
  let before: readonly BitcoinWallet[] | undefined

  function look(): void {
    const sightings = [
      ...standard(registry.get()),
      ...satsConnect(globalThis),
      ...okx(globalThis),
      ...unisatStyle(globalThis),
    ]
    const found: FoundWallet[] = []
    for (const { source, connector, make, rank } of sightings) {
      const isFree = (id: string) => !found.some((one) => one.rank === rank && one.wallet.connector.id === id)
      const wallet = known.get(source) ?? (connector && make(withFreeId(connector, isFree)))
      if (!wallet || found.some((one) => one.wallet === wallet)) continue
      known.set(source, wallet)
      found.push({ wallet, rank })
    }
    const isSame = before?.length === found.length && found.every(({ wallet }, index) => wallet === before?.[index])
    if (isSame) return
    before = found.map(({ wallet }) => wallet)
    onChange(found)
  }

  const stops = [registry.on('register', look), registry.on('unregister', look)]
  for (const event of LOOK_AGAIN) globalThis.addEventListener(event, look, { signal })
  let looks = 1
  const again = setInterval(() => {
    if (++looks >= LOOKS) clearInterval(again)
    look()
  }, LOOK_INTERVAL_MS)
  signal.addEventListener(
    'abort',
    () => {
      clearInterval(again)
      for (const stop of stops) stop()
    },
    { once: true },
  )
  look()
}
