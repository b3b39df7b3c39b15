import type { SocialProvider } from './socialProviders.ts'

/** The step after an e-mail address: the code in the mail, a link in the mail and then the code, or nothing more. */
export type EmailStep = 'VERIFY_OTP' | 'VERIFY_DEVICE' | 'CONNECT'

/**
 * What the e-mail and social remotes need from the embedded wallet. Every promise settles and rejects with a
 * `ModalError`; an aborted signal means that the caller no longer waits. The implementation, not the views, sends the
 * events of views.md §9 and §10.
 */
export interface EmbeddedWalletCommands {
  /** Seconds until another code may be requested; 0 when it may be now. */
  emailCooldownS(): number
  /**
   * Requests a code (rules.md §5).
   * @throws ModalError `email.cooldown`, `email.invalid`, `frame.*`
   */
  connectEmail(email: string, signal: AbortSignal): Promise<EmailStep>
  /**
   * Resolves when this device is confirmed; at once if it need not be. Calling it again mails another link.
   * @throws ModalError `frame.requestTimedOut` after 120 s, `frame.failed`
   */
  waitForDevice(signal: AbortSignal): Promise<void>
  /**
   * Six digits. A wrong code rejects with `frame.failed` whose `details.code` is in `FRAME_FAILURES` (`codeWrong`,
   * `codeExpired`, `codeUsedUp`).
   */
  checkCode(code: string, signal: AbortSignal): Promise<void>
  /** Connects the signed-in user, then closes the modal or continues as views.md §10 says. */
  connect(signal: AbortSignal): Promise<void>

  /** The address of a user signed in by e-mail; undefined for others. */
  email(): string | undefined
  /** Sends a code to the current address, or to the new one when that is enough. */
  updateEmail(email: string, signal: AbortSignal): Promise<'VERIFY_PRIMARY_OTP' | 'VERIFY_SECONDARY_OTP'>
  checkPrimaryCode(code: string, signal: AbortSignal): Promise<void>
  /** @returns the new address */
  checkSecondaryCode(code: string, signal: AbortSignal): Promise<string>

  /** Continues with the window that `Commands.openSocialPopup` opened; in Telegram it leaves the page instead. */
  startSocial(provider: SocialProvider, signal: AbortSignal): SocialAttempt
  startFarcaster(signal: AbortSignal): FarcasterAttempt
}

export interface SocialAttempt {
  /**
   * The provider has answered, and the wallet is opening.
   * @throws ModalError `social.popupBlocked`, `social.popupClosed`, `social.redirectMissing`, `social.timedOut`,
   *   `social.untrustedOrigin`, `social.failed`, `frame.*`
   */
  readonly answered: Promise<void>
  /** Connected, and the modal has closed or moved on. Rejects with the same errors. */
  readonly connected: Promise<void>
}

export interface FarcasterAttempt {
  /** Shown as a code, or opened on the phone. */
  readonly url: Promise<string>
  readonly answered: Promise<void>
  /** @throws ModalError `farcaster.failed`, `frame.*` */
  readonly connected: Promise<void>
}
