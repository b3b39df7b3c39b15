import { check, minLength, optional, pipe, regex, string } from 'valibot'

/** As long as the keys of HS256, written in hexadecimal or longer. */
const SECRET_MIN_CHARACTERS = 32
const SECRET = `must have at least ${SECRET_MIN_CHARACTERS} characters, from a generator of random ones`
const SMTP_URL = 'must be a URL that begins with smtp:// or smtps:// and names a host'
const SMTP_FROM = 'must be one e-mail address'

/** The environment of signing in. */
export const authEnvironment = {
  AUTH_SECRET: optional(pipe(string(), minLength(SECRET_MIN_CHARACTERS, SECRET))),
  SMTP_URL: optional(
    pipe(
      string(),
      check((url) => /^smtps?:\/\/[^/?#]/.test(url) && URL.canParse(url), SMTP_URL),
    ),
  ),
  SMTP_FROM: optional(pipe(string(), regex(/^[^\s@<>,;"]+@[^\s@<>,;"]+$/, SMTP_FROM))),
}

export interface MailOptions {
  /** Of the mail server, with the name and password that it wants; nodemailer's settings may follow as a query. */
  readonly smtpUrl: string
  /** Who the mail is from. */
  readonly from: string
}

export interface AuthOptions {
  /** Signs tokens. Whoever changes it signs everybody out. */
  readonly secret: string
  /** Without it no codes are sent. */
  readonly mail?: MailOptions
}

interface Values {
  readonly AUTH_SECRET?: string | undefined
  readonly SMTP_URL?: string | undefined
  readonly SMTP_FROM?: string | undefined
}

/**
 * Without a secret nobody can sign in.
 * @throws Error with one sentence on mail without a sender
 */
export function authOptions({ AUTH_SECRET, SMTP_URL: smtpUrl, SMTP_FROM: from }: Values): AuthOptions | undefined {
  if (smtpUrl && !from) throw new Error('SMTP_FROM must be set together with SMTP_URL.')
  return AUTH_SECRET ? { secret: AUTH_SECRET, ...(smtpUrl && from && { mail: { smtpUrl, from } }) } : undefined
}
