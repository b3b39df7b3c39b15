import type { Kysely } from 'kysely'

/** The tables of a share store; `migration.ts` creates them. There is nothing else in its database. */
export interface ShareSchema {
  /** One row: which of the two stores the database belongs to. */
  share_store: {
    name: string
  }
  shares: {
    subject: string
    /** `next` was prepared and waits to be committed. */
    state: 'current' | 'next'
    split_id: string
    /** Of the envelope key that has sealed it. */
    key_id: string
    /** The share and the address for links, encrypted. */
    sealed: string
    /** The thumbprint of the key that asked for it. */
    written_by: string
    written_at: Date
    /** When it goes for good; nobody gets it any more. */
    deletes_at: Date | null
    /** When login has last let somebody in who keeps the wallet: a deletion of earlier is none any more. */
    kept_at: Date | null
  }
  /** Assertions and proofs that were used, until they would be too old anyway. */
  share_used_ids: {
    /** A hash. */
    id: string
    expires_at: Date
  }
  /** Links that the recovery store has mailed. */
  share_links: {
    /** Of 256 random bits, so that a plain hash tells nothing. */
    token_hash: string
    subject: string
    /** The thumbprint of the key that the link is good for. */
    jkt: string
    created_at: Date
    expires_at: Date
    confirmed_at: Date | null
    refused_at: Date | null
  }
  /** Of the recovery store, for wallets without an address: which frame keys a wallet knows, and which ask to be known. */
  share_devices: {
    subject: string
    /** The thumbprint of the frame's key. */
    jkt: string
    /** Of the page that the visitor signed in on. */
    host: string | null
    asked_at: Date
    /** Since when the wallet knows the key. */
    confirmed_at: Date | null
    /** A refusal is kept as long as the wallet. */
    refused_at: Date | null
  }
}

export type ShareDatabase = Kysely<ShareSchema>
