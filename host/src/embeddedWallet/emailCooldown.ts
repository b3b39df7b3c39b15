import { emailCooldownS } from '@portico/contracts/embeddedWallet/timing'
import { frameError } from './frameErrors.ts'

export interface EmailCooldownSetup {
  /** When the last code was asked for, in milliseconds since 1970; kept over reloads by whoever keeps things. */
  lastLoginAt(): number | undefined
  remember(lastLoginAt: number | undefined): void
}

export interface EmailCooldown {
  /** Seconds until another code may be asked for; 0 when it may be now. */
  secondsLeft(): number
  /**
   * Asks for a code, unless one was asked for within the last 30 s (rules.md §5, §9). What fails does not count.
   * @throws ModalError as a rejection: `email.cooldown` with `details.seconds`, and what `send` rejects with
   */
  guard<T>(send: () => Promise<T>): Promise<T>
  /** An address is changed: that is not held back, and counts (secure-frame.md §9.5). */
  started(): void
  /** Somebody is signed in, and whoever signs out and comes back does not wait. */
  clear(): void
}

export function createEmailCooldown({ lastLoginAt, remember }: EmailCooldownSetup): EmailCooldown {
  /** Since when a code is on its way: two presses are one too many. */
  let sendingSince: number | undefined

  const secondsLeft = () => {
    const now = Date.now()
    return Math.max(emailCooldownS(lastLoginAt(), now), emailCooldownS(sendingSince, now))
  }
  const started = () => remember(Date.now())

  return {
    secondsLeft,
    async guard(send) {
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
    started,
    clear: () => remember(undefined),
  }
}
