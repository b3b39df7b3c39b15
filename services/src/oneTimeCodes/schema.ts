import type { Kysely } from 'kysely'

export type MailCountsSchema = {
  /** How often an address, or a client, had mail sent; its key does not tell which. Signing in created it. */
  auth_mail_counts: {
    key: string
    count: number
    last_sent_at: Date
    window_ends_at: Date
  }
}

export type MailCountsDatabase = Kysely<MailCountsSchema>
