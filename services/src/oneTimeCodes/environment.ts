import { check, optional, pipe, regex, string } from 'valibot'

const SMTP_URL = 'must be a URL that begins with smtp:// or smtps:// and names a host'
const SMTP_FROM = 'must be one e-mail address'

/** The environment variables for sending mail. */
export const mailEnvironment = {
  SMTP_URL: optional(
    pipe(
      string(),
      check((url) => /^smtps?:\/\/[^/?#]/.test(url) && URL.canParse(url), SMTP_URL),
    ),
  ),
  SMTP_FROM: optional(pipe(string(), regex(/^[^\s@<>,;"]+@[^\s@<>,;"]+$/, SMTP_FROM))),
}

export interface MailOptions {
  /** Of the mail server, with its name and password; nodemailer's settings may follow as a query. */
  readonly smtpUrl: string
  /** The sender. */
  readonly from: string
}

export interface MailValues {
  readonly SMTP_URL?: string | undefined
  readonly SMTP_FROM?: string | undefined
}

/**
 * Without a server no mail is sent.
 * @throws Error with one sentence if mail has no sender
 */
export function mailOptions({ SMTP_URL: smtpUrl, SMTP_FROM: from }: MailValues): MailOptions | undefined {
  if (smtpUrl && !from) throw new Error('SMTP_FROM must be set together with SMTP_URL.')
  return smtpUrl && from ? { smtpUrl, from } : undefined
}
