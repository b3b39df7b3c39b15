import { createTransport } from 'nodemailer'
import { ServiceError } from '../http/errors.ts'
import type { Log } from '../log.ts'
import type { MailOptions } from './environment.ts'

/** Shorter than the clients' timeout of ten seconds. */
const MAIL_WAIT_MS = 8_000

export interface Mail {
  readonly to: string
  readonly subject: string
  readonly text: string
  /** The same content as an HTML page. */
  readonly html?: string
}

/**
 * Resolves when the mail server has accepted the mail.
 * @throws ServiceError `mail.refused` for an address that the server rejects, `mail.unavailable`
 */
export type SendMail = (mail: Mail) => Promise<void>

interface SmtpError extends Error {
  readonly code?: string
  readonly responseCode?: number
}

/** RFC 5321 §4.2.1: replies 5yz are permanent errors. */
const isForGood = ({ code, responseCode = 0 }: SmtpError) => code === 'EENVELOPE' && responseCode >= 500

export function createSendMail({ smtpUrl, from }: MailOptions, log: Log): SendMail {
  const transport = createTransport({
    url: smtpUrl,
    connectionTimeout: MAIL_WAIT_MS,
    greetingTimeout: MAIL_WAIT_MS,
    socketTimeout: MAIL_WAIT_MS,
    dnsTimeout: MAIL_WAIT_MS,
  })
  return async (mail) => {
    try {
      await transport.sendMail({ from, ...mail })
    } catch (thrown) {
      const error = thrown as SmtpError
      if (isForGood(error)) throw new ServiceError('mail.refused')
      // The error message is not logged: it repeats the server's reply, which contains the address.
      log.warn('a mail could not be sent', { code: error.code, responseCode: error.responseCode })
      throw new ServiceError('mail.unavailable')
    }
  }
}
