import type { Kysely } from 'kysely'

/** The tables of a share store; `migration.ts` creates them. Its database contains nothing else. */
export interface ShareSchema {
  /** One row: the store that the database belongs to. */
  share_store: {
    name: string
  }
  shares: {
    subject: string
    /** `next` is a prepared share that waits for a commit. */
    state: 'current' | 'next'
    split_id: string
    /** The id of the envelope key that has sealed the share. */
    key_id: string
    /** The share and the address for links, encrypted. */
    sealed: string
    /** The thumbprint of the frame's key that wrote the share. */
    written_by: string
    written_at: Date
    /** When a deletion becomes final; until then the share is not released. */
    deletes_at: Date | null
    /** The time of login's latest statement by which the wallet was kept. Deletions with an earlier one are void. */
    kept_at: Date | null
  }
  /** Used assertions and proofs, which are kept until they would be too old anyway. */
  share_used_ids: {
    /** A hash. */
    id: string
    expires_at: Date
  }
  /** Links mailed by the recovery store. */
  share_links: {
    /** The hash of 256 random bits, so that a plain hash reveals nothing. */
    token_hash: string
    subject: string
    /** The thumbprint of the key that the link is for. */
    jkt: string
    created_at: Date
    expires_at: Date
    confirmed_at: Date | null
    refused_at: Date | null
  }
  /** A wallet's known frame keys, and keys that request access. Recovery store only, for wallets without an address. */
  share_devices: {
    subject: string
    /** The thumbprint of the frame's key. */
    jkt: string
    /** The host of the sign-in page. */
    host: string | null
    asked_at: Date
    /** When the key became known. */
    confirmed_at: Date | null
    /** When the key was refused; kept as long as the wallet. */
    refused_at: Date | null
  }
}

export type ShareDatabase = Kysely<ShareSchema>
