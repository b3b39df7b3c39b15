/** Enough time to read the message, find the hardware wallet and press its button. */
export const NONCE_LIFETIME_MS = 600_000
/** The times in a message come from the clock of the visitor's device, and that clock can be wrong. */
export const CLOCK_TOLERANCE_MS = 300_000

/** The lifetime of a session whose message has no expiration time. */
export const SESSION_LIFETIME_MS = 86_400_000
/** The longest lifetime of a session, whatever the message says. */
export const SESSION_LIFETIME_MAX_MS = 30 * 86_400_000

/** The minimum time between two codes for the same address in a project. */
export const OTP_RESEND_MS = 30_000

/** Leaves room for a wallet's picture and the code of an account that is not deployed yet. */
export const BODY_MAX_BYTES = 512_000
export const METADATA_MAX_BYTES = 16_384
/** Only the URL of a wallet's picture is stored; inlined pictures are longer. */
export const ICON_MAX_CHARACTERS = 2_048

/** The limit per project, averaged over several seconds. */
export const REQUESTS_PER_SECOND = 50
export const MAILS_PER_SECOND = 1
export const RATE_LIMIT_WINDOW_S = 10
export const MAIL_LIMIT_WINDOW_S = 60
