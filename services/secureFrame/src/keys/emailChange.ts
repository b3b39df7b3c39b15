import { EmailText, emailIdentity } from '@portico/contracts/embeddedWallet/email'
import { is } from 'valibot'
import { DeviceUnconfirmed } from '../parts.ts'
import type { Table } from '../storage/openTables.ts'
import type { Holders } from './replaceShares.ts'

/** The address that links are mailed to is changed where it was typed, and nowhere else: until it is, this device remembers it. */
export interface EmailChange {
  /** Login knows it already. The recovery store gets to know it now or at a later visit; nobody waits for that. */
  begin(holders: Holders, email: string): Promise<void>
  /**
   * Goes on with one that was begun. Never rejects.
   * @param mayMail whether somebody has just signed in or changed the address, and expects a mail
   */
  goOn(holders: Holders, mayMail: boolean): Promise<void>
  /** Waits no longer; it goes on at a later visit. */
  stop(): void
}

export interface EmailChangeParts {
  readonly table: Table<string>
  /**
   * Splits anew and has the recovery store mail to this address from then on.
   * @param confirm where the store wants its link followed, it is mailed, to the address of before, and waited for
   * @throws DeviceUnconfirmed without `confirm`
   */
  renew(holders: Holders, email: string, confirm: AbortSignal | undefined): Promise<void>
  readonly onTrouble?: (error: unknown) => void
}

export function createEmailChange({ table, renew, onTrouble = () => {} }: EmailChangeParts): EmailChange {
  let life = new AbortController()
  /** One after the other: what comes later finds out whether there is anything left to do. */
  let last = Promise.resolve()
  let mailing: AbortSignal | undefined

  async function attempt(holders: Holders, signal: AbortSignal, mayMail: boolean): Promise<void> {
    const { subject, email: known } = holders
    const email = await table.get(subject)
    if (email === undefined || signal.aborted) return
    // Changed once more since, perhaps elsewhere: what was typed here is no longer where login mails to.
    const isCurrent = is(EmailText, email) && known !== null && emailIdentity(known) === emailIdentity(email)
    if (isCurrent) await renew(holders, email, mayMail ? signal : undefined)
    if ((await table.get(subject)) === email) await table.remove(subject)
  }

  function goOn(holders: Holders, mayMail: boolean): Promise<void> {
    const { signal } = life
    // A link is on its way already.
    if (mailing === signal) return last
    if (mayMail) mailing = signal
    last = last.then(async () => {
      try {
        if (!signal.aborted) await attempt(holders, signal, mayMail)
      } catch (error) {
        if (!(error instanceof DeviceUnconfirmed || signal.aborted)) onTrouble(error)
      } finally {
        if (mayMail && mailing === signal) mailing = undefined
      }
    })
    return last
  }
  function stop() {
    life.abort()
    life = new AbortController()
  }

  return {
    goOn,
    async begin(holders, email) {
      // One that is under way would bring the address of before.
      stop()
      await table.set(holders.subject, email)
      void goOn(holders, true)
    },
    stop,
  }
}
