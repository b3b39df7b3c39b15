import { CODE_LIFETIME_MS } from '@portico/contracts/embeddedWallet/oneTimeCodes'
import type { Mail } from './sendMail.ts'

/** What is mailed is good for as long as this says, in whole minutes. */
export const LIFETIME_MINUTES = CODE_LIFETIME_MS / 60_000

/** @param purpose what it is for: `shop.example` */
export const codeMail = (to: string, code: string, purpose: string): Mail => ({
  to,
  subject: `Your code for ${purpose}`,
  text: [
    `Your code for ${purpose} is ${code}.`,
    `It expires in ${LIFETIME_MINUTES} minutes. If you did not ask for it, ignore this message.`,
    '',
  ].join('\n\n'),
})
