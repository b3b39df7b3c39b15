import { EmailText, emailIdentity } from '@portico/contracts/embeddedWallet/email'
import { is } from 'valibot'
import { DeviceUnconfirmed } from '../interfaces.ts'
import type { Table } from '../storage/openTables.ts'
import type { Holders } from './replaceShares.ts'

export interface EmailChangeParts {
  readonly table: Table<string>
  /**
   * Splits the seed again and has the recovery store mail to this address from then on.
   * @param confirm if the store requires its link, the link is mailed to the old address and waited for
   * @throws DeviceUnconfirmed without `confirm`
   */
  renew(holders: Holders, email: string, confirm: AbortSignal | undefined): Promise<void>
  readonly onTrouble?: (error: unknown) => void
}

/** Changes the address for mailed links. Only the device where the new address was typed remembers it and does that. */
export function createEmailChange({ table, renew, onTrouble = () => {} }: EmailChangeParts) {
  let life = new AbortController()
  /** The calls run one at a time, and each checks whether anything is left to do. */
  let last = Promise.resolve()
  let mailing: AbortSignal | undefined

  async function attempt(holders: Holders, signal: AbortSignal, mayMail: boolean): Promise<void> {
    const { subject, email: known } = holders
    const email = await table.get(subject)
    if (email === undefined || signal.aborted) return
    // Otherwise the address was changed again, perhaps elsewhere: the login service no longer uses the typed address.
    const isCurrent = is(EmailText, email) && known !== null && emailIdentity(known) === emailIdentity(email)
    if (isCurrent) await renew(holders, email, mayMail ? signal : undefined)
    if ((await table.get(subject)) === email) await table.remove(subject)
  }

  /**
   * Continues a change that was begun. Never rejects.
   * @param mayMail whether the visitor has just signed in or changed the address, and expects a mail
   */
  function goOn(holders: Holders, mayMail: boolean): Promise<void> {
    const { signal } = life
    // A link has already been requested.
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
  /** Stops waiting; the change continues at a later visit. */
  function stop() {
    life.abort()
    life = new AbortController()
  }

  return {
    goOn,
    /** Call once the login service has the address. The recovery store gets it now or at a later visit. */
    async begin(holders: Holders, email: string): Promise<void> {
      // A change under way would restore the old address.
      stop()
      await table.set(holders.subject, email)
      void goOn(holders, true)
    },
    stop,
  }
}
