/** Time to read the message, find the hardware wallet and press its button. */
export const NONCE_LIFETIME_MS = 600_000
/** The times of a message come from the clock of the visitor's device, which may be wrong. */
export const CLOCK_TOLERANCE_MS = 300_000

/** For a message without an expiration time. */
export const SESSION_LIFETIME_MS = 86_400_000
/** Upper limit, whatever the message says. */
export const SESSION_LIFETIME_MAX_MS = 30 * 86_400_000

/** An address of a project gets no second code within this time. */
export const OTP_RESEND_MS = 30_000

/** Fits the picture of a wallet and the code of an account that is not yet deployed. */
export const BODY_MAX_BYTES = 512_000
export const METADATA_MAX_BYTES = 16_384
/** Only the address of a wallet's picture is stored; inlined pictures are longer. */
export const ICON_MAX_CHARACTERS = 2_048

/** Per project, averaged over several seconds. */
export const REQUESTS_PER_SECOND = 50
export const MAILS_PER_SECOND = 1
export const RATE_LIMIT_WINDOW_S = 10
export const MAIL_LIMIT_WINDOW_S = 60
