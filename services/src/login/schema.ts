import type { LoginProvider } from '@portico/contracts/services/login'
import type { Kysely } from 'kysely'
import type { MailCountsSchema } from '../oneTimeCodes/schema.ts'

/**
 * Where an attempt stands. Signing in: `link`, `sending`, `code`; or `code` at once on a device that is known. Changing the
 * address: `primary`, `secondary`. In the end `done`, or `refused` by whoever reads the mail.
 */
export type AttemptStep = 'link' | 'sending' | 'code' | 'primary' | 'secondary' | 'done' | 'refused'

/** The tables of login; `migration.ts` creates them. Of all that lets somebody in there are hashes only. */
export type LoginSchema = MailCountsSchema & {
  /** A wallet. */
  login_subjects: {
    id: string
    created_at: Date
  }
  /** Whose wallet: (provider, identity) names one person. */
  login_identities: {
    provider: LoginProvider
    /** Of e-mail, the address in one spelling. */
    identity: string
    subject_id: string
    /** As it was typed at sign-up. */
    email: string | null
    created_at: Date
  }
  /** Browsers that somebody has signed in with. */
  login_devices: {
    secret_hash: string
    subject_id: string
    created_at: Date
    last_seen_at: Date
  }
  /** What somebody has begun and has to confirm by mail. */
  login_attempts: {
    secret_hash: string
    step: AttemptStep
    link_hash: string | null
    code_hash: string | null
    tries: number
    /** Where link and code go, as it is spelled in mail. */
    email: string
    /** Of a change. */
    new_email: string | null
    /** Of the page, as mails name it. */
    host: string
    /** Whose address changes. */
    subject_id: string | null
    key_thumbprint: string | null
    /** Of the known device that asks. */
    device_hash: string | null
    created_at: Date
    /** Of the link or code that was sent last. */
    expires_at: Date
  }
  login_sessions: {
    id: string
    token_hash: string
    /** The one before, by which a copy is noticed. */
    previous_hash: string | null
    rotated_at: Date
    subject_id: string
    provider: LoginProvider
    key_thumbprint: string
    created_at: Date
    expires_at: Date
    revoked_at: Date | null
  }
}

export type LoginDatabase = Kysely<LoginSchema>
