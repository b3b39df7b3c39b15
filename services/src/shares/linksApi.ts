import { DEVICE_PAGE_PATH } from '@portico/contracts/services/login'
import {
  SHARES_LINKS_CONFIRM_PATH,
  SHARES_LINKS_LOOK_PATH,
  SHARES_LINKS_PATH,
  SHARES_LINKS_REFUSE_PATH,
  ShareLinkConfirmRequest,
  type ShareLinkState,
} from '@portico/contracts/services/shares'
import { type Context, Hono } from 'hono'
import { readBody } from '../http/readBody.ts'
import { minuteText } from '../oneTimeCodes/minuteText.ts'
import type { SendMail } from '../oneTimeCodes/sendMail.ts'
import { writeMail } from '../oneTimeCodes/writeMail.ts'
import { ShareError } from './errors.ts'
import { confirmLink, createLink, forgetLink, isRefused, LINK_LIFETIME_MS, refuseLink } from './links.ts'
import type { SignedInCaller } from './proof.ts'
import type { ShareDatabase } from './schema.ts'
import type { Shares } from './shares.ts'

interface LinkDependencies {
  readonly db: ShareDatabase
  readonly shares: Shares
  readCaller(c: Context): Promise<SignedInCaller>
  readonly now: () => number
}

export interface LinkOptions {
  readonly sendMail: SendMail
  /** The origin of the secure site, whose page `/device` reads the token and asks for confirmation. */
  readonly secureSite: string
}

/** The page and the time of a request for a link. */
interface LinkRequest {
  /** The host of the page, if login knows it. */
  readonly host: string | undefined
  readonly atMs: number
}

/** Puts the token into the fragment, so that no server logs it. The page shows the same facts as the mail. */
function linkOf(secureSite: string, token: string, { host, atMs }: LinkRequest): string {
  const said = new URLSearchParams({ at: `${Math.floor(atMs / 60_000)}`, ...(host !== undefined && { host }) })
  return `${secureSite}${DEVICE_PAGE_PATH}#recovery=${token}&${said}`
}

const mailOf = (to: string, link: string, { host, atMs }: LinkRequest) =>
  writeMail(to, host === undefined ? 'Open your wallet on a new device?' : `Open your wallet at ${host}?`, [
    `Someone signed in to your wallet${host === undefined ? '' : ` at ${host}`} on a new device and requested this email at ${minuteText(atMs)}. If this was you, open this link and confirm:`,
    { link, label: 'Confirm the new device' },
    `It works once, for ${LINK_LIFETIME_MS / 60_000} minutes. You can also deny access on the page it opens.`,
    'If this wasn’t you, or you aren’t on that site now, don’t confirm. No one can open your wallet without your confirmation, but someone has signed in as you: change the password of the email or account you sign in with. We’ll never ask you for this link.',
  ])

/** The routes with which the recovery store asks the wallet's owner for a confirmation, independently of login. */
export const linksApi = ({ db, shares, readCaller, now }: LinkDependencies, { sendMail, secureSite }: LinkOptions) =>
  new Hono()
    .post(SHARES_LINKS_PATH, async (c) => {
      const caller = await readCaller(c)
      const request: LinkRequest = { host: caller.host, atMs: now() }
      const { token, email } = await shares.withAddress(caller, async (trx, address) => ({
        email: address,
        token: await createLink(trx, caller, request.atMs),
      }))
      try {
        await sendMail(mailOf(email, linkOf(secureSite, token, request), request))
      } catch (error) {
        await forgetLink(db, token)
        throw error
      }
      return c.json({ expiresInS: LINK_LIFETIME_MS / 1_000 })
    })
    // Clients poll, so a pending link is an answer, not an error.
    .post(SHARES_LINKS_LOOK_PATH, async (c) => {
      const caller = await readCaller(c)
      try {
        await shares.look(caller)
      } catch (thrown) {
        if (!(thrown instanceof ShareError && thrown.code === 'link.needed')) throw thrown
        const state = (await isRefused(db, caller, now())) ? 'refused' : 'waiting'
        return c.json({ state } satisfies ShareLinkState)
      }
      return c.json({ state: 'open' } satisfies ShareLinkState)
    })
    // Requires no assertion: mail may be read on any device, and knowing the token's 256 bits proves that the mail was
    // read.
    .post(SHARES_LINKS_CONFIRM_PATH, async (c) => {
      const { token } = await readBody(c, ShareLinkConfirmRequest)
      await confirmLink(db, token, now())
      return c.json({ expiresInS: LINK_LIFETIME_MS / 1_000 })
    })
    .post(SHARES_LINKS_REFUSE_PATH, async (c) => {
      const { token } = await readBody(c, ShareLinkConfirmRequest)
      await refuseLink(db, token, now())
      return c.json({})
    })
