import type { Kysely } from 'kysely'
import type { Schema } from '../database/schema.ts'
import type { MailCountsSchema } from '../oneTimeCodes/schema.ts'

/** The tables for signing in; `migration.ts` creates them. JSON is stored as text: visitors may write any character. */
export type AuthSchema = {
  /** One chain account in one project. */
  auth_accounts: {
    id: string
    project_id: string
    /** Shared by the address on all networks of its family. */
    profile_id: string
    caip2_chain: string
    /** As first signed. */
    address: string
    /** One spelling per address. */
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
    /** Unique: a nonce signs in once. */
    nonce: string
    expires_at: Date
    revoked_at: Date | null
  }
  /** Addresses confirmed by a profile. */
  auth_emails: {
    project_id: string
    profile_id: string
    email: string
    confirmed_at: Date
  }
  /** One-time codes sent so far. */
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
