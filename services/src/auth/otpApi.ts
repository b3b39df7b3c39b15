import { AUTH_OTP_PATH, AuthOtpConfirmation, AuthOtpRequest, OTP_HEADER } from '@portico/contracts/services/cloudAuth'
import { type Context, Hono } from 'hono'
import { ServiceError } from '../http/errors.ts'
import { createRateLimit, spend } from '../http/rateLimit.ts'
import { readBody } from '../http/readBody.ts'
import type { Log } from '../log.ts'
import { requireOrigin } from '../projectConfig/readOrigin.ts'
import { readCaipAddress } from './account.ts'
import { isConfirmed } from './emails.ts'
import type { MailOptions } from './environment.ts'
import { keyedHash } from './keys.ts'
import { MAIL_LIMIT_WINDOW_S, MAILS_PER_SECOND, OTP_LIFETIME_MS } from './limits.ts'
import { countMail, uncountMail } from './mailCounts.ts'
import { confirmOtp, createOtp } from './otps.ts'
import type { AuthParts } from './parts.ts'
import { readUuid } from './readUuid.ts'
import { createSendMail } from './sendMail.ts'

const mailOf = (to: string, code: string, domain: string) => ({
  to,
  subject: `Your code for ${domain}`,
  text: [
    `Your code for ${domain} is ${code}.`,
    `It expires in ${OTP_LIFETIME_MS / 60_000} minutes. If you did not ask for it, ignore this message.`,
    '',
  ].join('\n\n'),
})

/** `otp`: e-mail addresses are confirmed with a code that is sent to them. */
export function otpApi({ db, keys, now, readProject }: AuthParts, log: Log, mail?: MailOptions) {
  const sendMail = mail && createSendMail(mail, log)
  const mailLimit = createRateLimit({ perSecond: MAILS_PER_SECOND, windowS: MAIL_LIMIT_WINDOW_S })

  /** @throws ServiceError `otp.tooOften` */
  async function requireRoom(c: Context, key: string) {
    const waitMs = await countMail(db, key, now())
    if (waitMs === undefined) return
    c.header('Retry-After', String(Math.ceil(waitMs / 1_000)))
    throw new ServiceError('otp.tooOften')
  }

  return new Hono()
    .post(AUTH_OTP_PATH, async (c) => {
      const project = await readProject(c)
      const domain = new URL(requireOrigin(c, project)).host
      const { email, account: text } = await readBody(c, AuthOtpRequest)
      const account = readCaipAddress(project.id, text)
      if (!account) throw new ServiceError('request.invalid', { reason: 'account: must be of a supported chain' })
      const { profileId } = account
      if (await isConfirmed(db, profileId, email)) return c.json({ uuid: null })
      if (!sendMail) throw new ServiceError('mail.notConfigured')

      const key = keyedHash(keys, 'mail', project.id, email)
      await requireRoom(c, key)
      try {
        await spend(mailLimit, project.id, 1)
        const { id, code } = await createOtp(db, keys, { projectId: project.id, profileId, email }, now())
        await sendMail(mailOf(email, code, domain))
        return c.json({ uuid: id })
      } catch (error) {
        await uncountMail(db, key)
        throw error
      }
    })
    .put(AUTH_OTP_PATH, async (c) => {
      const project = await readProject(c)
      requireOrigin(c, project)
      const { code } = await readBody(c, AuthOtpConfirmation)
      const id = readUuid(c.req.header(OTP_HEADER))
      if (!id) throw new ServiceError('otp.over')
      await confirmOtp(db, keys, { id, projectId: project.id, code }, now())
      return c.json(null)
    })
}
