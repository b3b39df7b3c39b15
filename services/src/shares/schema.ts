import type { Kysely } from 'kysely'

/** The tables of a share store; `migration.ts` creates them. Its database contains nothing else. */
export interface ShareSchema {
  /** One row: the store that the database belongs to. */
  share_store: {
    name: string
  }
  shares: {
    subject: string
    /** `next` is prepared and waits for a commit. */
    state: 'current' | 'next'
    split_id: string
    /** The envelope key that has sealed it. */
    key_id: string
    /** The share and the address for links, encrypted. */
    sealed: string
    /** The thumbprint of the key that wrote it. */
    written_by: string
    written_at: Date
    /** When a deletion becomes final; until then the share is not released. */
    deletes_at: Date | null
    /** When login last admitted someone who kept the wallet: earlier deletions are void. */
    kept_at: Date | null
  }
  /** Used assertions and proofs, until they would be too old anyway. */
  share_used_ids: {
    /** A hash. */
    id: string
    expires_at: Date
  }
  /** Links mailed by the recovery store. */
  share_links: {
    /** Of 256 random bits, so that a plain hash reveals nothing. */
    token_hash: string
    subject: string
    /** The thumbprint of the key that the link serves. */
    jkt: string
    created_at: Date
    expires_at: Date
    confirmed_at: Date | null
    refused_at: Date | null
  }
  /**
   * Recovery store only, for wallets without an address: a wallet's known frame keys, and those that request access.
   */
  share_devices: {
    subject: string
    /** The thumbprint of the frame's key. */
    jkt: string
    /** Of the sign-in page. */
    host: string | null
    asked_at: Date
    /** When the wallet came to know the key. */
    confirmed_at: Date | null
    /** Kept as long as the wallet. */
    refused_at: Date | null
  }
}

export type ShareDatabase = Kysely<ShareSchema>
