import { emailCooldownS } from '@portico/contracts/embeddedWallet/timing'
import { frameError } from './frameErrors.ts'

export interface EmailCooldownSetup {
  /** When the last code was requested, in epoch milliseconds; must be kept across reloads. */
  lastLoginAt(): number | undefined
  remember(lastLoginAt: number | undefined): void
}

export function createEmailCooldown({ lastLoginAt, remember }: EmailCooldownSetup) {
  /** When the pending request began: while it is pending, a second click must not send a second code. */
  let sendingSince: number | undefined

  const secondsLeft = () => {
    const now = Date.now()
    return Math.max(emailCooldownS(lastLoginAt(), now), emailCooldownS(sendingSince, now))
  }
  const started = () => remember(Date.now())

  return {
    /** Seconds until another code may be requested; 0 if it may be now. */
    secondsLeft,
    /**
     * Requests a code, unless one was requested within the last 30 s (rules.md §5, §9). Failed requests do not count.
     * @throws ModalError as a rejection: `email.cooldown` with `details.seconds`, and what `send` rejects with
     */
    async guard<T>(send: () => Promise<T>): Promise<T> {
      const seconds = secondsLeft()
      if (seconds > 0) throw frameError('email.cooldown', { details: { seconds } })
      const since = Date.now()
      sendingSince = since
      try {
        const sent = await send()
        started()
        return sent
      } finally {
        if (sendingSince === since) sendingSince = undefined
      }
    },
    /** Records a change of address, which is never delayed itself but starts the cooldown (secure-frame.md §9.5). */
    started,
    /** Ends the cooldown after a sign-in, so that signing out and in again is not delayed. */
    clear: () => remember(undefined),
  }
}
