import type { Kysely } from 'kysely'

export type MailCountsSchema = {
  /**
   * How often an address or client had mail sent; the key does not reveal it. Created by the auth service's migration.
   */
  auth_mail_counts: {
    key: string
    count: number
    last_sent_at: Date
    window_ends_at: Date
  }
}

export type MailCountsDatabase = Kysely<MailCountsSchema>
