import { DELETION_GRACE_DAYS } from '@portico/contracts/services/login'
import { codeMail, LIFETIME_MINUTES } from '../oneTimeCodes/codeMail.ts'
import { minuteText } from '../oneTimeCodes/minuteText.ts'
import type { Mail } from '../oneTimeCodes/sendMail.ts'
import { writeMail } from '../oneTimeCodes/writeMail.ts'

/** Contains no text from the caller: the host is one of the project's hosts. */
export const signInMail = (to: string, code: string, host: string): Mail => codeMail(to, code, host)

/** For the current address. Names the new address, so that the owner notices if that address is not theirs. */
export const primaryMail = (to: string, code: string, host: string, newEmail: string): Mail =>
  writeMail(to, `Your code to change your email at ${host}`, [
    `Someone who is signed in to your wallet at ${host} wants to change its email address from ${to} to ${newEmail}.`,
    { lead: 'If this is you, your code is', code },
    `It expires in ${LIFETIME_MINUTES} minutes.`,
    'If this isn’t you, someone else is signed in to your wallet. Don’t share the code: without it, the address doesn’t change. Then sign in to your wallet yourself and choose “Sign out everywhere”.',
  ])

/** For the new address. After a typo it may be a stranger's, so the mail reveals neither wallet nor current address. */
export const secondaryMail = (to: string, code: string, host: string): Mail =>
  writeMail(to, `Your code to confirm your new address at ${host}`, [
    `Someone wants to use ${to} to sign in to their wallet at ${host}.`,
    { lead: 'If this is you, your code is', code },
    `It expires in ${LIFETIME_MINUTES} minutes.`,
    'If this isn’t you, ignore this email. Nothing changes without the code.',
  ])

/**
 * Sent before any part of a wallet is deleted.
 * @param site the host of the secure site, the only place where a wallet can be deleted
 */
export const deletionMail = (to: string, site: string, nowMs: number): Mail =>
  writeMail(to, 'Your wallet is about to be deleted', [
    `Someone who signed in with ${to} requested the deletion of your wallet on ${site} at ${minuteText(nowMs)}.`,
    `If this is you, you don’t need to do anything: in ${DELETION_GRACE_DAYS} days, the wallet is gone for good. Move your assets or export your keys before then, or you’ll lose everything in it.`,
    `To keep it, sign in with this address within ${DELETION_GRACE_DAYS} days, on any site where you use the wallet. That cancels the deletion, and nothing changes.`,
    'If this isn’t you, sign in now to keep your wallet. Then choose “Sign out everywhere” and change your email password: someone else can read your email.',
  ])
