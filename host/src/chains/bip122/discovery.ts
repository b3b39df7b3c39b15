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

/** How often to look, and at what interval: Leather injects its provider late (chains.md §2.4). */
const LOOKS = 3
const LOOK_INTERVAL_MS = 200

/** Events after which wallets that do not announce themselves may have appeared. */
const LOOK_AGAIN = ['load', 'focus', 'unisat#initialized'] as const

interface Candidate {
  /** The object found. Each source becomes one wallet. */
  readonly source: unknown
  /** Undefined if the wallet has no displayable name. */
  readonly connector: Connector | undefined
  readonly make: (connector: Connector) => BitcoinWallet
  readonly product: Product | undefined
  /**
   * How capable a source is, higher is better. The registry of sats-connect offers payment and ordinal accounts,
   * transfers, broadcasts and change events; a wallet's own interface offers transfers and broadcasts; Wallet Standard
   * offers neither.
   */
  readonly rank: 1 | 2 | 3
}

/**
 * Wallets that appear twice, with their Wallet Standard names and their paths in the registry of sats-connect. Name and
 * path must both match, because any script can add any name to that registry.
 */
const PRODUCTS = {
  xverse: { names: ['Xverse', 'Xverse Wallet'], path: 'XverseProviders.BitcoinProvider' },
  leather: { names: ['Leather', 'Leather Wallet'], path: LEATHER_ID },
} as const
type Product = keyof typeof PRODUCTS

/** @param path where the wallet was found; absent if it has registered itself */
function productOf(name: string | undefined, path?: string): Product | undefined {
  const isMeant = (product: Product) =>
    PRODUCTS[product].names.some((one) => one === name) && (path ?? PRODUCTS[product].path) === PRODUCTS[product].path
  return (Object.keys(PRODUCTS) as Product[]).find(isMeant)
}

const standard = (registered: readonly unknown[]): Candidate[] =>
  registered.filter(isBitcoinWallet).map((source) => {
    const connector = connectorOf(field(source, 'name'), field(source, 'icon'))
    const product = productOf(connector?.name)
    return { source, connector, make: (known) => standardWallet(known, source), product, rank: 1 }
  })

/** Resolves a dotted path: `XverseProviders.BitcoinProvider`. */
const atPath = (page: unknown, path: string): unknown =>
  path.split('.').reduce<unknown>((parent, name) => field(parent, name), page)

/** WBIP-004: a list of names and paths. `webbtc_providers` is an older name for it. */
function satsConnect(page: unknown): Candidate[] {
  const entries = [...list(field(page, 'btc_providers')), ...list(field(page, 'webbtc_providers'))]
  return entries.flatMap((entry): Candidate[] => {
    const id = text(field(entry, 'id')) ?? ''
    const source = atPath(page, id)
    if (!id || !method(source, 'request')) return []
    const make = id === LEATHER_ID ? leatherWallet : satsConnectWallet
    const connector = connectorOf(field(entry, 'name'), field(entry, 'icon'))
    const product = productOf(connector?.name, id)
    return [{ source, connector, make: (known) => make(known, source), product, rank: 3 }]
  })
}

function okx(page: unknown): Candidate[] {
  const source = field(page, 'okxwallet')
  if (!method(field(source, 'bitcoin'), 'connect')) return []
  const connector = connectorOf('OKX Wallet', atPath(source, 'cardano.icon'), 'OKX')
  return [{ source, connector, make: (known) => okxWallet(known, source), product: undefined, rank: 2 }]
}

/** Wallets with UniSat's interface, and where they inject. UniSat is last: other wallets also inject at its place. */
const UNISAT_STYLE = [
  { id: 'bitget', name: 'Bitget Wallet', path: 'bitkeep.unisat', icon: 'bitkeep.suiWallet.icon' },
  { id: 'binancew3w', name: 'Binance Web3 Wallet', path: 'binancew3w.bitcoin' },
  { id: 'unisat', name: 'Unisat Wallet', path: 'unisat' },
] as const

const unisatStyle = (page: unknown): Candidate[] =>
  UNISAT_STYLE.flatMap((known): Candidate[] => {
    const source = atPath(page, known.path)
    const isBinance = known.id === 'unisat' && field(source, 'isBinance') === true
    if (isBinance || !method(source, 'requestAccounts')) return []
    const icon = 'icon' in known ? atPath(page, known.icon) : undefined
    const connector = connectorOf(known.name, icon, known.id)
    return [{ source, connector, make: (one) => unisatWallet(one, source), product: undefined, rank: 2 }]
  })

/** Ids reserved for wallets with a known place, so that no impostor with such an id is connected instead. */
const OWN_IDS = ['OKX', ...UNISAT_STYLE.map(({ id }) => id)]
const OWN_RANK = 2
/** Connector ids are case-insensitive (chains.md, pitfall 23). */
const isSameId = (one: string, other: string) => one.toLowerCase() === other.toLowerCase()

function withFreeId(connector: Connector, isFree: (id: string) => boolean): Connector {
  let { id } = connector
  for (let count = 2; !isFree(id); count++) id = `${connector.id} ${count}`
  return { ...connector, id }
}

export interface FoundWallet {
  readonly wallet: BitcoinWallet
  readonly product: Product | undefined
  readonly rank: number
}

/**
 * A wallet that appears twice is listed once: as its most capable entry, at the position of its first entry. Other
 * wallets of the same name are all kept, because one may be an impersonator, which must not be able to hide the real
 * one.
 */
export function listed(found: readonly FoundWallet[]): BitcoinWallet[] {
  const byProduct = new Map<unknown, FoundWallet[]>()
  for (const one of found) {
    const key = one.product ?? one
    const same = byProduct.get(key) ?? []
    const rank = same[0]?.rank ?? one.rank
    if (one.rank >= rank) byProduct.set(key, one.rank > rank ? [one] : [...same, one])
  }
  return [...byProduct.values()].flat().map(({ wallet }) => wallet)
}

/** Reports the installed wallets in the order of chains.md §2.4 on each change. `listed` selects those to show. */
export function watchWallets(onChange: (found: readonly FoundWallet[]) => void, signal: AbortSignal): void {
  const registry = getWallets()
  const known = new Map<unknown, FoundWallet>()
  let before: readonly FoundWallet[] | undefined

  function look(): void {
    const candidates = [
      ...standard(registry.get()),
      ...satsConnect(globalThis),
      ...okx(globalThis),
      ...unisatStyle(globalThis),
    ]
    const present = new Set(candidates.map(({ source }) => source))
    const found = new Set<FoundWallet>()
    for (const { source, connector, make, product, rank } of candidates) {
      /** Two entries of one wallet may share an id, so that either can restore the connection. */
      const isAlso = (one: FoundWallet) => product !== undefined && one.product === product && one.rank !== rank
      const isFree = (id: string) =>
        (rank === OWN_RANK || !OWN_IDS.some((own) => isSameId(own, id))) &&
        ![...known].some(([of, one]) => present.has(of) && isSameId(one.wallet.connector.id, id) && !isAlso(one))
      const one = known.get(source) ?? (connector && { wallet: make(withFreeId(connector, isFree)), product, rank })
      if (!one) continue
      known.set(source, one)
      found.add(one)
    }
    const now = [...found]
    if (before?.length === now.length && now.every((one, index) => one === before?.[index])) return
    before = now
    onChange(now)
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
