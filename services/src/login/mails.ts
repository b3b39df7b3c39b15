import { codeMail, LIFETIME_MINUTES } from '../oneTimeCodes/codeMail.ts'
import type { Mail } from '../oneTimeCodes/sendMail.ts'
import { writeMail } from '../oneTimeCodes/writeMail.ts'

/** Nothing in it was written by whoever asks: the host is one of the project's. */
export const signInMail = (to: string, code: string, host: string): Mail => codeMail(to, code, host)

/** To the address of before: it says which one is to take its place, for its owner to notice one that is not theirs. */
export const primaryMail = (to: string, code: string, host: string, newEmail: string): Mail =>
  writeMail(to, `Your code to change your address at ${host}`, [
    `Somebody who is signed in to your wallet at ${host} wants to change its e-mail address from ${to} to ${newEmail}.`,
    { lead: 'If that is you, your code is', code },
    `It expires in ${LIFETIME_MINUTES} minutes.`,
    'If it is not you, somebody else is signed in to your wallet. Give the code to nobody: without it the address stays as it is. Then sign in to your wallet yourself and choose “Sign out everywhere”.',
  ])

/** To the new address, which may be a stranger's by a slip of the finger: it says nothing of the wallet, nor of the other one. */
export const secondaryMail = (to: string, code: string, host: string): Mail =>
  writeMail(to, `Your code to confirm your new address at ${host}`, [
    `Somebody wants to sign in to their wallet at ${host} with ${to} from now on.`,
    { lead: 'If that is you, your code is', code },
    `It expires in ${LIFETIME_MINUTES} minutes.`,
    'If it is not you, ignore this message: without the code nothing happens to your address.',
  ])
