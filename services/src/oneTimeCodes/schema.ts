import type { Kysely } from 'kysely'

export type MailCountsSchema = {
  /** Counts mails to an address or for a client; the key hides which. Created by the auth service's migration. */
  auth_mail_counts: {
    key: string
    count: number
    last_sent_at: Date
    window_ends_at: Date
  }
}

export type MailCountsDatabase = Kysely<MailCountsSchema>
