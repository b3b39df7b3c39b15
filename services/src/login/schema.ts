import type { RedirectProvider } from '@portico/contracts/embeddedWallet/requests/social'
import type { LoginProvider } from '@portico/contracts/services/login'
import type { Kysely } from 'kysely'
import type { MailCountsSchema } from '../oneTimeCodes/schema.ts'
import type { PasskeysSchema } from './passkeys/schema.ts'

/** Where an attempt stands. Signing in: `code`. Changing the address: `primary`, `sending`, `secondary`. In the end `done`. */
export type AttemptStep = 'code' | 'primary' | 'sending' | 'secondary' | 'done'

/** The tables of login; `migration.ts` creates them. Of all that lets somebody in there are hashes only. */
export type LoginSchema = MailCountsSchema &
  PasskeysSchema & {
    /** A wallet. */
    login_subjects: {
      id: string
      created_at: Date
      /** Somebody has begun to delete it; nothing is gone yet. */
      deletion_begun_at: Date | null
      /** When it goes for good. */
      deletes_at: Date | null
    }
    /** Whose wallet: (provider, identity) names one person. */
    login_identities: {
      provider: LoginProvider
      /** Of e-mail, the address in one spelling. */
      identity: string
      subject_id: string
      /** As it was typed at sign-up; of an account elsewhere what its provider has confirmed. */
      email: string | null
      /** As the account elsewhere is called. */
      user_name: string | null
      created_at: Date
    }
    /** What somebody has begun and has to confirm by mail. */
    login_attempts: {
      secret_hash: string
      step: AttemptStep
      code_hash: string | null
      tries: number
      /** Where the code goes, as it is spelled in mail. */
      email: string
      /** Of a change. */
      new_email: string | null
      /** Of the page, as mails name it. */
      host: string
      /** Whose address changes. */
      subject_id: string | null
      key_thumbprint: string | null
      created_at: Date
      /** Of the code that was sent last. */
      expires_at: Date
    }
    /** Who is at the page of a provider. State, nonce and verifier come of the attempt's secret, and are kept nowhere. */
    login_social_attempts: {
      secret_hash: string
      state_hash: string
      provider: RedirectProvider
      /** The origin that waits for the answer. */
      page: string
      key_thumbprint: string
      created_at: Date
      expires_at: Date
    }
    /** Whose phone is asked. */
    login_farcaster_attempts: {
      secret_hash: string
      /** By which the relay knows it; what opens it comes of the attempt's secret. */
      channel_sealed: string
      key_thumbprint: string
      created_at: Date
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
      /** Of the page that it was opened on, where that is known; the recovery store's mail names it. */
      host: string | null
      created_at: Date
      expires_at: Date
      revoked_at: Date | null
    }
  }

export type LoginDatabase = Kysely<LoginSchema>
