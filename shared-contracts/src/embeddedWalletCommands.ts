import type { SocialProvider } from './socialProviders.ts'

/** What comes after an e-mail address: the code in the mail, a link in the mail and then the code, or nothing more. */
export type EmailStep = 'VERIFY_OTP' | 'VERIFY_DEVICE' | 'CONNECT'

/**
 * What the remotes of e-mail and social login ask of the embedded wallet. Every promise settles, with a `ModalError` where it
 * rejects; a signal that aborts means that nobody waits any more. Events of views.md §9 and §10 are sent by whoever
 * implements this, not by views.
 */
export interface EmbeddedWalletCommands {
  /** Seconds until another code may be asked for; 0 when it may be now. */
  emailCooldownS(): number
  /**
   * Asks for a code (rules.md §5).
   * @throws ModalError `email.cooldown`, `email.invalid`, `frame.*`
   */
  connectEmail(email: string, signal: AbortSignal): Promise<EmailStep>
  /**
   * Resolves when this device is confirmed; at once where nothing has to be. Asked for again, another link is mailed.
   * @throws ModalError `frame.requestTimedOut` after 120 s, `frame.failed`
   */
  waitForDevice(signal: AbortSignal): Promise<void>
  /**
   * Six digits. A wrong one rejects with `frame.failed` whose `details.code` is one of `FRAME_FAILURES` (`codeWrong`,
   * `codeExpired`, `codeUsedUp`).
   */
  checkCode(code: string, signal: AbortSignal): Promise<void>
  /** Connects whoever is signed in, and closes the window or goes where views.md §10 says. */
  connect(signal: AbortSignal): Promise<void>

  /** The address of whoever is signed in by e-mail; undefined for others. */
  email(): string | undefined
  /** Sends a code to the address of now, or to the new one where that is enough. */
  updateEmail(email: string, signal: AbortSignal): Promise<'VERIFY_PRIMARY_OTP' | 'VERIFY_SECONDARY_OTP'>
  checkPrimaryCode(code: string, signal: AbortSignal): Promise<void>
  /** @returns the new address */
  checkSecondaryCode(code: string, signal: AbortSignal): Promise<string>

  /** Goes on with the window that `Commands.openSocialPopup` has opened; in Telegram it leaves the page instead. */
  startSocial(provider: SocialProvider, signal: AbortSignal): SocialAttempt
  startFarcaster(signal: AbortSignal): FarcasterAttempt
}

export interface SocialAttempt {
  /**
   * The provider has answered; the wallet is being opened.
   * @throws ModalError `social.popupBlocked`, `social.popupClosed`, `social.redirectMissing`, `social.timedOut`,
   *   `social.untrustedOrigin`, `social.failed`, `frame.*`
   */
  readonly answered: Promise<void>
  /** Connected, and the window is closed or has gone on. Rejects with the same. */
  readonly connected: Promise<void>
}

export interface FarcasterAttempt {
  /** To be shown as a code, or opened on the phone. */
  readonly url: Promise<string>
  readonly answered: Promise<void>
  /** @throws ModalError `farcaster.failed`, `frame.*` */
  readonly connected: Promise<void>
}
