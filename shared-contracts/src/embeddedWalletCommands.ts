import type { SocialProvider } from './socialProviders.ts'

/** The step after an e-mail address: the code in the mail, a link in the mail and then the code, or nothing more. */
export type EmailStep = 'VERIFY_OTP' | 'VERIFY_DEVICE' | 'CONNECT'

/**
 * What the remotes for e-mail and social accounts need from the embedded wallet. Every promise settles, and rejects
 * only with a `ModalError`. An aborted signal means that the caller has stopped waiting. The events of
 * views.md §9, §10 are sent by the implementation, not by the views.
 */
export interface EmbeddedWalletCommands {
  /** The seconds until another code may be requested; 0 when it may be requested now. */
  emailCooldownS(): number
  /**
   * Requests a code (rules.md §5).
   * @throws ModalError `email.cooldown`, `email.invalid`, `frame.*`
   */
  connectEmail(email: string, signal: AbortSignal): Promise<EmailStep>
  /**
   * Resolves when this device is confirmed, or at once if it needs no confirmation. Each further call sends another
   * link by mail.
   * @throws ModalError `frame.requestTimedOut` after 120 s, `frame.failed`
   */
  waitForDevice(signal: AbortSignal): Promise<void>
  /**
   * Checks a code of six digits. For a wrong code, rejects with `frame.failed`, whose `details.code` is the code of
   * `codeWrong`, `codeExpired` or `codeUsedUp` in `FRAME_FAILURES`.
   */
  checkCode(code: string, signal: AbortSignal): Promise<void>
  /** Connects the signed-in user, then closes the modal or continues as views.md §10 says. */
  connect(signal: AbortSignal): Promise<void>

  /** The address of a user who signed in by e-mail; undefined for any other user. */
  email(): string | undefined
  /** Sends a code to the current address, or to the new one if the current address need not be confirmed. */
  updateEmail(email: string, signal: AbortSignal): Promise<'VERIFY_PRIMARY_OTP' | 'VERIFY_SECONDARY_OTP'>
  checkPrimaryCode(code: string, signal: AbortSignal): Promise<void>
  /** @returns the new address */
  checkSecondaryCode(code: string, signal: AbortSignal): Promise<string>

  /** Continues in the window from `Commands.openSocialPopup`. In Telegram, the page itself goes to the provider. */
  startSocial(provider: SocialProvider, signal: AbortSignal): SocialAttempt
  startFarcaster(signal: AbortSignal): FarcasterAttempt
}

export interface SocialAttempt {
  /**
   * Resolves when the provider has answered and the wallet begins to open.
   * @throws ModalError `social.popupBlocked`, `social.popupClosed`, `social.redirectMissing`, `social.timedOut`,
   *   `social.untrustedOrigin`, `social.failed`, `frame.*`
   */
  readonly answered: Promise<void>
  /** Resolves when the wallet is connected, and the modal has closed or moved on. Rejects with the same errors. */
  readonly connected: Promise<void>
}

export interface FarcasterAttempt {
  /** The URL to show as a code to scan, or to open on the phone. */
  readonly url: Promise<string>
  readonly answered: Promise<void>
  /** @throws ModalError `farcaster.failed`, `frame.*` */
  readonly connected: Promise<void>
}
