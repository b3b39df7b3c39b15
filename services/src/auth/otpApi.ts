import { CODES_PER_ADDRESS_MAX, CODES_WINDOW_MS } from '@portico/contracts/embeddedWallet/oneTimeCodes'
import { AUTH_OTP_PATH, AuthOtpConfirmation, AuthOtpRequest, OTP_HEADER } from '@portico/contracts/services/cloudAuth'
import { type Context, Hono } from 'hono'
import { invalidRequest, ServiceError } from '../http/errors.ts'
import { createRateLimit, spend } from '../http/rateLimit.ts'
import { readBody } from '../http/readBody.ts'
import type { Log } from '../log.ts'
import { spendClient } from '../login/codeLimits.ts'
import { codeMail } from '../oneTimeCodes/codeMail.ts'
import type { MailOptions } from '../oneTimeCodes/environment.ts'
import { keyedHash } from '../oneTimeCodes/keyedHash.ts'
import { mailboxKey } from '../oneTimeCodes/mailboxKey.ts'
import { countMail, uncountMail } from '../oneTimeCodes/mailCounts.ts'
import { createSendMail } from '../oneTimeCodes/sendMail.ts'
import { requireOwnOrigin } from '../projectConfig/readOrigin.ts'
import { readCaipAddress } from './account.ts'
import type { AuthDependencies } from './dependencies.ts'
import { MAIL_LIMIT_WINDOW_S, MAILS_PER_SECOND, OTP_RESEND_MS } from './limits.ts'
import { confirmOtp, createOtp } from './otps.ts'
import { readUuid } from './readUuid.ts'

/** The limit of codes per address and project. */
const ROOM = { max: CODES_PER_ADDRESS_MAX, windowMs: CODES_WINDOW_MS, resendMs: OTP_RESEND_MS }

/**
 * The endpoint `otp`, which confirms an e-mail address by sending a code to it. The caller has not proved anything yet,
 * so the response does not reveal whether the account has confirmed the address before (decision 0048).
 */
export function otpApi(
  { db, keys, now, readProject, own, clientOf, startsPerClient }: AuthDependencies,
  log: Log,
  mail?: MailOptions,
) {
  const sendMail = mail && createSendMail(mail, log)
  const mailLimit = createRateLimit({ perSecond: MAILS_PER_SECOND, windowS: MAIL_LIMIT_WINDOW_S })

  /** @throws ServiceError `otp.tooOften` */
  async function requireRoom(c: Context, key: string) {
    const waitMs = await countMail(db, key, ROOM, now())
    if (waitMs === undefined) return
    c.header('Retry-After', String(Math.ceil(waitMs / 1_000)))
    throw new ServiceError('otp.tooOften')
  }

  return new Hono()
    .post(AUTH_OTP_PATH, async (c) => {
      const project = await readProject(c)
      const domain = new URL(requireOwnOrigin(c, project, own)).host
      const { email, account: text } = await readBody(c, AuthOtpRequest)
      const account = readCaipAddress(project.id, text)
      if (!account) throw invalidRequest('account: must be of a supported chain')
      const { profileId } = account
      if (!sendMail) throw new ServiceError('mail.notConfigured')

      await spendClient(db, keys.hash, 'auth client', { client: clientOf(c), startsPerClient }, now())
      const key = keyedHash(keys.hash, 'mail', project.id, mailboxKey(email))
      await requireRoom(c, key)
      try {
        await spend(mailLimit, project.id, 1)
        const { id, code } = await createOtp(db, keys, { projectId: project.id, profileId, email }, now())
        await sendMail(codeMail(email, code, domain))
        return c.json({ uuid: id })
      } catch (error) {
        await uncountMail(db, key)
        throw error
      }
    })
    .put(AUTH_OTP_PATH, async (c) => {
      const project = await readProject(c)
      requireOwnOrigin(c, project, own)
      const { code } = await readBody(c, AuthOtpConfirmation)
      const id = readUuid(c.req.header(OTP_HEADER))
      if (!id) throw new ServiceError('otp.over')
      await confirmOtp(db, keys, { id, projectId: project.id, code }, now())
      return c.json(null)
    })
}
