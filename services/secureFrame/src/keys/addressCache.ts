import type { ChainNamespace } from '@portico/contracts'
import { isAddressOf } from '@portico/contracts/embeddedWallet/accounts'
import { Refused } from '../messages/channel.ts'
import type { Addresses } from '../parts.ts'
import type { Table } from '../storage/openTables.ts'

/** What is known of a wallet's addresses. They are public, so they are kept as they are. */
export interface AddressCache {
  get(subject: string): Promise<Addresses | undefined>
  /** Fetches what `check` needs, while there is no seed yet. @throws Refused `keyUnavailable` */
  prepare(subject: string): Promise<void>
  /** Each time the seed is there for the first time on this page: what is kept is compared with it, and the seed is right. */
  check(subject: string, seed: Uint8Array): Promise<Addresses>
  forget(): void
}

const NAMESPACES: readonly ChainNamespace[] = ['eip155', 'solana', 'bip122', 'polkadot', 'cosmos']

const isWhole = (value: Addresses | undefined) =>
  NAMESPACES.every((namespace) => isAddressOf(namespace, value?.[namespace] ?? ''))
const isSame = (one: Addresses | undefined, other: Addresses) =>
  NAMESPACES.every((namespace) => one?.[namespace] === other[namespace])

/** The curves and encodings of all families: whoever is back and only looks at the account needs none. */
const load = () =>
  import('./deriveAddresses.ts').catch(() => {
    throw new Refused('keyUnavailable')
  })

export function createAddressCache(table: Table<Addresses>): AddressCache {
  const checked = new Map<string, Addresses>()
  return {
    async get(subject) {
      const kept = checked.get(subject) ?? (await table.get(subject))
      return isWhole(kept) ? kept : undefined
    },
    async prepare(subject) {
      if (!checked.has(subject)) await load()
    },
    async check(subject, seed) {
      const before = checked.get(subject)
      if (before) return before
      const { deriveAddresses } = await load()
      const derived = await deriveAddresses(seed)
      if (!isSame(await table.get(subject), derived)) await table.set(subject, derived)
      checked.set(subject, derived)
      return derived
    },
    forget() {
      checked.clear()
      void table.clear()
    },
  }
}
