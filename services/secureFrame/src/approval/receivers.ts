import {
  array,
  check,
  type InferOutput,
  integer,
  number,
  object,
  pipe,
  regex,
  safeParse,
  string,
  unknown,
} from 'valibot'
import { openTables, type SharedTable } from '../storage/openTables.ts'

/** How many receivers are kept for each wallet, and for how many wallets of this browser; the oldest are dropped. */
export const RECEIVERS_MAX = 100
const WALLETS_MAX = 4
/** How long a receiver is kept after the last payment. */
export const KEPT_FOR_MS = 365 * 24 * 60 * 60 * 1_000
/** If the device's clock was set back, entries can lie in the future; those further ahead than this are invalid. */
const CLOCK_TOLERANCE_MS = 24 * 60 * 60 * 1_000
/** How many times a tab tries to write while other tabs write too. */
const WRITES_MAX = 5

/** Addresses as a preview has them: EVM in lower case, or Solana. */
const Address = pipe(string(), regex(/^(0x[\da-f]{40}|[1-9A-HJ-NP-Za-km-z]{32,44})$/))

const Entry = object({
  wallet: pipe(string(), regex(/^[\w-]{1,64}$/)),
  address: Address,
  /** Time of the last payment: milliseconds since 1970. */
  at: pipe(number(), integer()),
})
type Entry = InferOutput<typeof Entry>

/** All entries are under one key, so that a write for one wallet can also remove what other wallets no longer need. */
const KEY = 'all'

/** @param window the window whose IndexedDB is used */
export const openReceiverTable = (window?: object): SharedTable<unknown> =>
  openTables<{ receivers: unknown }>(
    {
      name: 'portico-receivers',
      version: 1,
      openLimitMs: 1_000,
      upgrade: (database) => void database.createObjectStore('receivers'),
    },
    window,
  )('receivers')

/** Addresses that wallets of this browser, on this site, have paid. Reads and writes never reject. */
export function createReceivers(table: SharedTable<unknown> = openReceiverTable(), now: () => number = Date.now) {
  /** The valid entries, oldest first. An unreadable entry does not hide the others. */
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
      // If storage is blocked, this keeps the entries for as long as the page is open.
      if (tries === WRITES_MAX) return table.set(KEY, next)
    }
  }

  /** Keeps only the latest receivers of the latest wallets. */
  function limited(entries: readonly Entry[]): readonly Entry[] {
    const wallets = [...new Set(entries.map(({ wallet }) => wallet).toReversed())].slice(0, WALLETS_MAX)
    const kept = wallets.flatMap((wallet) => entries.filter((one) => one.wallet === wallet).slice(-RECEIVERS_MAX))
    return entries.filter((one) => kept.includes(one))
  }

  return {
    /** One wallet's receivers; the one paid most recently comes last. */
    of: async (wallet: string): Promise<readonly string[]> =>
      read(await table.get(KEY)).flatMap((entry) => (entry.wallet === wallet ? [entry.address] : [])),
    add: (wallet: string, addresses: readonly string[]) =>
      change((entries) => {
        const paid = [...new Set(addresses)].map((address): Entry => ({ wallet, address, at: now() }))
        const others = entries.filter((one) => one.wallet !== wallet || !addresses.includes(one.address))
        return limited([...others, ...paid])
      }),
    remove: (wallet: string) => change((entries) => entries.filter((one) => one.wallet !== wallet)),
  }
}
export type Receivers = ReturnType<typeof createReceivers>
