import { array, check, integer, number, object, pipe, regex, safeParse, string, unknown } from 'valibot'
import { openTables, type SharedTable } from '../storage/openTables.ts'

/** So many receivers are kept of each wallet, those paid last, and for so many wallets of this browser. */
export const RECEIVERS_MAX = 100
const WALLETS_MAX = 4
/** After the last payment. */
export const KEPT_FOR_MS = 365 * 24 * 60 * 60 * 1_000
/** A clock that was put back makes an entry of today one of tomorrow; more than that is no time of a payment. */
const CLOCK_TOLERANCE_MS = 24 * 60 * 60 * 1_000
/** Of several tabs that write at once each tries again as often as this. */
const WRITES_MAX = 5

/** Of EVM in lower case, else of Solana: as a preview shows them. */
const Address = pipe(string(), regex(/^(0x[\da-f]{40}|[1-9A-HJ-NP-Za-km-z]{32,44})$/))

const Entry = object({
  wallet: pipe(string(), regex(/^[\w-]{1,64}$/)),
  address: Address,
  /** When it was paid last: milliseconds since 1970. */
  at: pipe(number(), integer()),
})
interface Entry {
  readonly wallet: string
  readonly address: string
  readonly at: number
}

interface ReceiverSchema {
  /** All that is kept, under one key: what no wallet uses any longer goes when another one is written. */
  readonly receivers: unknown
}
const KEY = 'all'

/** Addresses that wallets of this browser, on this site, have paid. Reading and writing never reject. */
export interface Receivers {
  /** Those of one wallet, the last one last. */
  of(wallet: string): Promise<readonly string[]>
  add(wallet: string, addresses: readonly string[]): Promise<void>
  remove(wallet: string): Promise<void>
}

/** @param window whose IndexedDB it is */
export const openReceiverTable = (window?: object): SharedTable<unknown> =>
  openTables<ReceiverSchema>(
    {
      name: 'portico-receivers',
      version: 1,
      openLimitMs: 1_000,
      upgrade: (database) => void database.createObjectStore('receivers'),
    },
    window,
  )('receivers')

/**
 * @param table where it is kept
 * @param now milliseconds since 1970
 */
export function createReceivers(
  table: SharedTable<unknown> = openReceiverTable(),
  now: () => number = Date.now,
): Receivers {
  /** One entry that cannot be read hides no other. The oldest first. */
  function read(kept: unknown): Entry[] {
    const list = safeParse(array(unknown()), kept)
    const Current = pipe(
      Entry,
      check(({ at }) => at > now() - KEPT_FOR_MS && at < now() + CLOCK_TOLERANCE_MS),
    )
    return (list.success ? list.output.slice(-RECEIVERS_MAX * WALLETS_MAX) : []).flatMap((one) => {
      const entry = safeParse(Current, one)
      return entry.success ? [entry.output] : []
    })
  }

  async function change(work: (entries: readonly Entry[]) => readonly Entry[]): Promise<void> {
    for (let tries = 1; ; tries++) {
      const before = await table.get(KEY)
      const next = work(read(before))
      const isSame = (there: unknown) => JSON.stringify(there) === JSON.stringify(before)
      if (await table.replaceWhere(KEY, isSame, next.length ? next : undefined)) return
      // Where storage is blocked it lasts as long as the page.
      if (tries === WRITES_MAX) return table.set(KEY, next)
    }
  }

  /** Of the wallets that have paid last, the receivers that were paid last. */
  function limited(entries: readonly Entry[]): readonly Entry[] {
    const wallets = [...new Set(entries.map(({ wallet }) => wallet).toReversed())].slice(0, WALLETS_MAX)
    const kept = wallets.flatMap((wallet) => entries.filter((one) => one.wallet === wallet).slice(-RECEIVERS_MAX))
    return entries.filter((one) => kept.includes(one))
  }

  return {
    of: async (wallet) =>
      read(await table.get(KEY)).flatMap((entry) => (entry.wallet === wallet ? [entry.address] : [])),
    add: (wallet, addresses) =>
      change((entries) => {
        const paid = [...new Set(addresses)].map((address): Entry => ({ wallet, address, at: now() }))
        const others = entries.filter((one) => one.wallet !== wallet || !addresses.includes(one.address))
        return limited([...others, ...paid])
      }),
    remove: (wallet) => change((entries) => entries.filter((one) => one.wallet !== wallet)),
  }
}
