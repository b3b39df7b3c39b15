import type { ChainNamespace } from '@portico/contracts'
import { isAddressOf } from '@portico/contracts/embeddedWallet/accounts'
import type { Addresses } from '../interfaces.ts'
import { Refused } from '../messages/channel.ts'
import type { Table } from '../storage/openTables.ts'

const NAMESPACES: readonly ChainNamespace[] = ['eip155', 'solana', 'bip122', 'polkadot', 'cosmos']

const isWhole = (value: Addresses | undefined) =>
  NAMESPACES.every((namespace) => isAddressOf(namespace, value?.[namespace] ?? ''))
const isSame = (one: Addresses | undefined, other: Addresses) =>
  NAMESPACES.every((namespace) => one?.[namespace] === other[namespace])

/** Loads curves and encodings of all families, which returning visitors do not need just to see their account. */
const load = () =>
  import('./deriveAddresses.ts').catch(() => {
    throw new Refused('keyUnavailable')
  })

/** Caches wallets' addresses, unencrypted because they are public. */
export function createAddressCache(table: Table<Addresses>) {
  const checked = new Map<string, Addresses>()
  return {
    async get(subject: string): Promise<Addresses | undefined> {
      const kept = checked.get(subject) ?? (await table.get(subject))
      return isWhole(kept) ? kept : undefined
    },
    /** Loads the code for `check` in advance, so that no seed waits for it. @throws Refused `keyUnavailable` */
    async prepare(subject: string): Promise<void> {
      if (!checked.has(subject)) await load()
    },
    /** Checks the cached addresses against the seed the first time that this page has the seed, and corrects them. */
    async check(subject: string, seed: Uint8Array): Promise<Addresses> {
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
export type AddressCache = ReturnType<typeof createAddressCache>
