import type { Kysely } from 'kysely'
import type { Schema } from '../database/schema.ts'
import type { MailCountsSchema } from '../oneTimeCodes/schema.ts'

/** The sign-in tables, created by `migration.ts`. JSON is stored as text, because visitors may write any character. */
export type AuthSchema = {
  /** One account on one chain, in one project. */
  auth_accounts: {
    id: string
    project_id: string
    /** The same on all networks of the address's family. */
    profile_id: string
    caip2_chain: string
    /** The spelling of the address in its first sign-in. */
    address: string
    /** The same for all spellings of the address. */
    address_key: string
    /** JSON */
    connection_method: string | null
    /** JSON */
    metadata: string
    created_at: Date
    last_signed_in_at: Date
    updated_at: Date
  }
  auth_sessions: {
    id: string
    project_id: string
    account_id: string
    /** Unique, so that a nonce can be used for only one sign-in. */
    nonce: string
    expires_at: Date
    revoked_at: Date | null
  }
  /** The e-mail addresses that a profile has confirmed. */
  auth_emails: {
    project_id: string
    profile_id: string
    email: string
    confirmed_at: Date
  }
  /** The one-time codes that are stored until they expire or are used. */
  auth_otps: {
    id: string
    project_id: string
    profile_id: string
    email: string
    code_hash: string
    attempts: number
    expires_at: Date
    confirmed_at: Date | null
  }
} & MailCountsSchema

export type AuthDatabase = Kysely<Schema & AuthSchema>
