import { DEVICE_PAGE_PATH } from '@portico/contracts/services/login'
import {
  SHARES_LINKS_CONFIRM_PATH,
  SHARES_LINKS_PATH,
  ShareLinkConfirmRequest,
} from '@portico/contracts/services/shares'
import { type Context, Hono } from 'hono'
import { readBody } from '../http/readBody.ts'
import type { SendMail } from '../oneTimeCodes/sendMail.ts'
import { writeMail } from '../oneTimeCodes/writeMail.ts'
import { confirmLink, createLink, forgetLink, LINK_LIFETIME_MS } from './links.ts'
import type { Caller } from './proof.ts'
import type { ShareDatabase } from './schema.ts'
import type { Shares } from './shares.ts'

interface LinkParts {
  readonly db: ShareDatabase
  readonly shares: Shares
  readCaller(c: Context): Promise<Caller>
  readonly now: () => number
}

export interface LinkOptions {
  readonly sendMail: SendMail
  /** The origin of the secure site: its page `/device` reads the token and asks whether it was meant. */
  readonly secureSite: string
}

/** The token stands behind the `#`: no server on the way writes it down. */
const linkOf = (secureSite: string, token: string) => `${secureSite}${DEVICE_PAGE_PATH}#recovery=${token}`

const mailOf = (to: string, link: string) =>
  writeMail(to, 'Open your wallet on a new device?', [
    'Somebody has signed in to your wallet on a device that it does not know. If it was you, open this link and confirm:',
    { link, label: 'Confirm the new device' },
    `It works once, for ${LINK_LIFETIME_MS / 60_000} minutes.`,
    'If it was not you, do not open it: whoever asked cannot get into your wallet without it. But they have signed in as you: change the password of the mailbox or account that you sign in with. Nobody of ours will ever ask you for this link.',
  ])

/** The recovery store's own word from the owner of a wallet: the login service has no part in it. */
export const linksApi = ({ db, shares, readCaller, now }: LinkParts, { sendMail, secureSite }: LinkOptions) =>
  new Hono()
    .post(SHARES_LINKS_PATH, async (c) => {
      const caller = await readCaller(c)
      const { token, email } = await shares.withAddress(caller, async (trx, address) => ({
        email: address,
        token: await createLink(trx, caller, now()),
      }))
      try {
        await sendMail(mailOf(email, linkOf(secureSite, token)))
      } catch (error) {
        await forgetLink(db, token)
        throw error
      }
      return c.json({ expiresInS: LINK_LIFETIME_MS / 1_000 })
    })
    // No assertion: mail is read on any device, and whoever has these 256 bits has read it.
    .post(SHARES_LINKS_CONFIRM_PATH, async (c) => {
      const { token } = await readBody(c, ShareLinkConfirmRequest)
      await confirmLink(db, token, now())
      return c.json({ expiresInS: LINK_LIFETIME_MS / 1_000 })
    })
