/** Asks a connected visitor for the e-mail address that the site's own sign-in includes (services.md §10). */
export interface EmailCaptureCommands {
  /** Whether the site's sign-in plug-in accepts an address. If not, or without a plug-in, no address is requested. */
  readonly canTake: boolean
  /**
   * Sends a code to the address, for the active account. Resolves to `false` when the account has already confirmed
   * that address and needs no code.
   * @throws ModalError `siwx.signFailed`; `connection.modalClosed` when no account is connected any more
   */
  requestCode(email: string): Promise<boolean>
  /** @throws ModalError `siwx.signFailed` (`details.isRefused`: a wrong or used-up code); `connection.modalClosed` */
  confirmCode(code: string): Promise<void>
  /** Continues with the next step: the sign-in, if the site requires one, or else what the modal was opened for. */
  goOn(): void
  /** Disconnects a visitor who declines. Never rejects. */
  disconnect(): Promise<void>
}
