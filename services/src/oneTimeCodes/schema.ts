import type { Kysely } from 'kysely'

export type MailCountsSchema = {
  /**
   * How many mails were sent to an address or for a client; the key does not reveal which. The auth service's migration
   * creates the table.
   */
  auth_mail_counts: {
    key: string
    count: number
    last_sent_at: Date
    window_ends_at: Date
  }
}

export type MailCountsDatabase = Kysely<MailCountsSchema>
