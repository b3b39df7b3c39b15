import type { NameRecord } from '@portico/contracts/services/names'
import type { Kysely, Selectable } from 'kysely'
import { type Address, getAddress, isAddress } from 'viem'
import type { NamesSchema } from './schema.ts'

export interface Registration {
  /** The full name with the zone, in lower case. */
  readonly name: string
  /** The coin type of ENSIP-11. */
  readonly coinType: number
  readonly address: Address
}

/** The registered names and their owners. */
export interface NameRegister {
  find(name: string): Promise<NameRecord | undefined>
  /** The names of an address, the most recent first. Empty if the text is not an EVM address. */
  of(address: string): Promise<readonly NameRecord[]>
  /** Selects those of the given names that are registered. */
  taken(names: readonly string[]): Promise<ReadonlySet<string>>
  /** @returns undefined if the name is already registered, even by a concurrent request */
  add(registration: Registration): Promise<NameRecord | undefined>
}

function recordOf({ name, coin_type, address, registered_at }: Selectable<NamesSchema['names']>): NameRecord {
  const since = registered_at.toISOString()
  return {
    name,
    registered_at: since,
    updated_at: since,
    addresses: { [coin_type]: { address, created_at: since } },
    attributes: {},
  }
}

export const createNameRegister = (db: Kysely<NamesSchema>): NameRegister => ({
  async find(name) {
    const row = await db.selectFrom('names').selectAll().where('name', '=', name).executeTakeFirst()
    return row && recordOf(row)
  },
  async of(address) {
    if (!isAddress(address, { strict: false })) return []
    const rows = await db
      .selectFrom('names')
      .selectAll()
      .where('address', '=', getAddress(address))
      .orderBy('registered_at', 'desc')
      .orderBy('name')
      .execute()
    return rows.map(recordOf)
  },
  async taken(names) {
    if (names.length === 0) return new Set()
    const rows = await db.selectFrom('names').select('name').where('name', 'in', names).execute()
    return new Set(rows.map(({ name }) => name))
  },
  async add({ name, coinType, address }) {
    // A single statement, so that only one of two concurrent requests succeeds.
    const row = await db
      .insertInto('names')
      .values({ name, coin_type: String(coinType), address })
      .onConflict((conflict) => conflict.column('name').doNothing())
      .returningAll()
      .executeTakeFirst()
    return row && recordOf(row)
  },
})
