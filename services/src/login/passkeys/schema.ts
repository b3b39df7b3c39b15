/** Device shares sealed by passkeys; `migration.ts` creates the table. Nothing in this database can open them. */
export type PasskeysSchema = {
  login_passkeys: {
    subject_id: string
    credential_id: string
    /** The passkey's PRF input. */
    prf_salt: string
    /** Comma-separated. */
    transports: string
    sealed_share: string
    split_id: string
    /** The name that the owner gave the passkey. */
    label: string
    created_at: Date
  }
}
