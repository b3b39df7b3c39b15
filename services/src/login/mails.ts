import { codeMail, LIFETIME_MINUTES } from '../oneTimeCodes/codeMail.ts'
import type { Mail } from '../oneTimeCodes/sendMail.ts'

/** Nothing in them was written by whoever asks: the host is one of the project's. */
export const signInMail = (to: string, code: string, host: string): Mail => codeMail(to, code, host)

export const primaryMail = (to: string, code: string, host: string): Mail => ({
  to,
  subject: `Your code to change your address at ${host}`,
  text: [
    `Your code to change the e-mail address of your wallet is ${code}.`,
    `It expires in ${LIFETIME_MINUTES} minutes. If you did not ask for it, give it to nobody: somebody is signed in to your wallet.`,
    '',
  ].join('\n\n'),
})

export const secondaryMail = (to: string, code: string, host: string): Mail => ({
  to,
  subject: `Your code to confirm your new address at ${host}`,
  text: [
    `Your code to use this e-mail address for your wallet is ${code}.`,
    `It expires in ${LIFETIME_MINUTES} minutes. If you did not ask for it, ignore this message.`,
    '',
  ].join('\n\n'),
})
