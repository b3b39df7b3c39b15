import type { RedirectProvider } from '@portico/contracts/embeddedWallet/requests/social'
import type { LoginProvider } from '@portico/contracts/services/login'
import type { Kysely } from 'kysely'
import type { MailCountsSchema } from '../oneTimeCodes/schema.ts'
import type { PasskeysSchema } from './passkeys/schema.ts'

/** An attempt's step: `code` for a sign-in; `primary`, `sending`, `secondary` for an address change; finally `done`. */
export type AttemptStep = 'code' | 'primary' | 'sending' | 'secondary' | 'done'

/** The tables of login; `migration.ts` creates them. Credentials are stored as hashes only. */
export type LoginSchema = MailCountsSchema &
  PasskeysSchema & {
    /** A wallet. */
    login_subjects: {
      id: string
      created_at: Date
      /** When the deletion began; nothing is deleted yet. */
      deletion_begun_at: Date | null
      /** When the deletion becomes final. */
      deletes_at: Date | null
    }
    /** The wallet's accounts. `provider` and `identity` together identify one person. */
    login_identities: {
      provider: LoginProvider
      /** For e-mail, the address in canonical spelling. */
      identity: string
      subject_id: string
      /** For e-mail, the address as typed at sign-up; for a provider account, the one the provider has confirmed. */
      email: string | null
      /** The account's name at the provider. */
      user_name: string | null
      created_at: Date
    }
    /** Attempts that are confirmed by a mailed code. */
    login_attempts: {
      secret_hash: string
      step: AttemptStep
      code_hash: string | null
      tries: number
      /** The address that the code is sent to, in the spelling that is used for mail. */
      email: string
      /** The new address of an address change. */
      new_email: string | null
      /** The name of the page in mails. */
      host: string
      /** The wallet whose address changes. */
      subject_id: string | null
      key_thumbprint: string | null
      created_at: Date
      /** When the latest code expires. */
      expires_at: Date
    }
    /** Visits to a provider. State, nonce and verifier are derived from the attempt's secret, and not stored. */
    login_social_attempts: {
      secret_hash: string
      state_hash: string
      provider: RedirectProvider
      /** The origin of the page that waits for the answer. */
      page: string
      key_thumbprint: string
      created_at: Date
      expires_at: Date
    }
    /** Sign-ins that wait for a phone. */
    login_farcaster_attempts: {
      secret_hash: string
      /** The relay's channel, sealed with a key derived from the attempt's secret. */
      channel_sealed: string
      key_thumbprint: string
      created_at: Date
      expires_at: Date
    }
    login_sessions: {
      id: string
      token_hash: string
      /** The hash of the previous token: a late use of that token shows that it was copied. */
      previous_hash: string | null
      rotated_at: Date
      subject_id: string
      provider: LoginProvider
      key_thumbprint: string
      /** The host of the page on which the session was opened, if known; the recovery store's mail names this host. */
      host: string | null
      created_at: Date
      expires_at: Date
      revoked_at: Date | null
    }
  }

export type LoginDatabase = Kysely<LoginSchema>
