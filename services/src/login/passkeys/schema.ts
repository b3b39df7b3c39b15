/** Device shares that passkeys have sealed; `migration.ts` creates the table. Nothing here opens them. */
export type PasskeysSchema = {
  login_passkeys: {
    subject_id: string
    credential_id: string
    /** What the passkey is asked about. */
    prf_salt: string
    /** With commas between them. */
    transports: string
    sealed_share: string
    split_id: string
    /** What its owner calls it. */
    label: string
    created_at: Date
  }
}
