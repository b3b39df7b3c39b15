import { check, pipe, regex, string } from 'valibot'
import { type Values, variable } from '../variables.ts'

const SMTP_URL = 'must be a URL that begins with smtp:// or smtps:// and names a host'
const SMTP_FROM = 'must be one e-mail address'

/** The environment variables for sending mail. */
export const mailEnvironment = {
  SMTP_URL: variable(
    pipe(
      string(),
      check((url) => /^smtps?:\/\/[^/?#]/.test(url) && URL.canParse(url), SMTP_URL),
    ),
    '`smtps://user:password@host`, or `smtp://…?requireTLS=true`. A share store needs a server or an account of its own. Secret',
    'no codes by mail, 503; the recovery store requires it',
  ),
  SMTP_FROM: variable(
    pipe(string(), regex(/^[^\s@<>,;"]+@[^\s@<>,;"]+$/, SMTP_FROM)),
    'the sender of the mail',
    'required with `SMTP_URL`',
  ),
}

export interface MailOptions {
  /** The URL of the mail server, with user name and password. Its query can contain settings for nodemailer. */
  readonly smtpUrl: string
  /** The sender. */
  readonly from: string
}

/**
 * @returns undefined without a server: then no mail is sent
 * @throws Error with one sentence if a server is set without a sender
 */
export function mailOptions({
  SMTP_URL: smtpUrl,
  SMTP_FROM: from,
}: Values<typeof mailEnvironment>): MailOptions | undefined {
  if (smtpUrl && !from) throw new Error('SMTP_FROM must be set together with SMTP_URL.')
  return smtpUrl && from ? { smtpUrl, from } : undefined
}
