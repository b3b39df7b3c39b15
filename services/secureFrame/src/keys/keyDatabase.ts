import type { Addresses } from '../interfaces.ts'
import { openTables, type Table } from '../storage/openTables.ts'

/** A sealed device share: AES-GCM, with its purpose, wallet and split as associated data. */
export interface SealedShare {
  readonly splitId: string
  readonly nonce: Uint8Array
  readonly sealed: Uint8Array
}

/** This device's record of one wallet. */
export interface DeviceRecord {
  /** Not exportable: copying the record out of the browser reveals nothing. */
  readonly key: CryptoKey
  /** Oldest first. There are several while shares are being replaced. */
  readonly shares: readonly SealedShare[]
}

interface KeySchema {
  readonly shares: DeviceRecord
  readonly addresses: Addresses
  /** The new email address, until the recovery store knows it. */
  readonly emails: string
}

/** Tables whose keys are the wallets' subjects. */
export type KeyDatabase = { readonly [Name in keyof KeySchema]: Table<KeySchema[Name]> }

export function openKeyDatabase(): KeyDatabase {
  const table = openTables<KeySchema>({
    name: 'portico-keys',
    version: 2,
    openLimitMs: 3_000,
    upgrade(db, before) {
      if (before < 1) {
        db.createObjectStore('shares')
        db.createObjectStore('addresses')
      }
      db.createObjectStore('emails')
    },
  })
  return { shares: table('shares'), addresses: table('addresses'), emails: table('emails') }
}
