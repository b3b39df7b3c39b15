/** Time to read what is signed, find the hardware wallet and press its button. */
export const NONCE_LIFETIME_MS = 600_000
/** The clock of the visitor's device wrote the times of the message, and it is not always right. */
export const CLOCK_TOLERANCE_MS = 300_000

/** Of a session whose message names no end. */
export const SESSION_LIFETIME_MS = 86_400_000
/** No session lasts longer, whatever its message says. */
export const SESSION_LIFETIME_MAX_MS = 30 * 86_400_000

/** One address of one project gets no second code within this time. */
export const OTP_RESEND_MS = 30_000

/** A picture of a wallet may be in it, and the code of an account that is not deployed yet. */
export const BODY_MAX_BYTES = 512_000
export const METADATA_MAX_BYTES = 16_384
/** What is kept of a wallet's picture is its address; the pictures themselves are longer. */
export const ICON_MAX_CHARACTERS = 2_048

/** For each project, on an average over some seconds. */
export const REQUESTS_PER_SECOND = 50
export const MAILS_PER_SECOND = 1
export const RATE_LIMIT_WINDOW_S = 10
export const MAIL_LIMIT_WINDOW_S = 60
