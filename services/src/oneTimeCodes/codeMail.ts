import { CODE_LIFETIME_MS } from '@portico/contracts/embeddedWallet/oneTimeCodes'
import type { Mail } from './sendMail.ts'
import { writeMail } from './writeMail.ts'

/** The lifetime of mailed codes, in whole minutes. */
export const LIFETIME_MINUTES = CODE_LIFETIME_MS / 60_000

/** @param purpose the site that the code is for: `shop.example` */
export const codeMail = (to: string, code: string, purpose: string): Mail =>
  writeMail(to, `Your code for ${purpose}`, [
    { lead: `Your code for ${purpose} is`, code },
    `It expires in ${LIFETIME_MINUTES} minutes. Enter it only there, and don’t share it with anyone.`,
    'If you didn’t request it, ignore this email. No one can sign in without the code.',
  ])
