/** Asks a connected visitor for an e-mail address, which the site's own sign-in includes (services.md §10). */
export interface EmailCaptureCommands {
  /** Whether the site's plug-in takes an address; with another plug-in, or none, no address is requested. */
  readonly canTake: boolean
  /**
   * Sends a code to the address, for the active account. `false`: the account confirmed that address before and needs
   * no code.
   * @throws ModalError `siwx.signFailed`; `connection.modalClosed` when no account is connected any more
   */
  requestCode(email: string): Promise<boolean>
  /**
   * @throws ModalError `siwx.signFailed` (`details.isRefused`: the code is wrong or used up); `connection.modalClosed`
   */
  confirmCode(code: string): Promise<void>
  /** Continues to the next step: signing in where the site requires it, or what the modal was opened for. */
  goOn(): void
  /** For a visitor who declines: disconnects. Never rejects. */
  disconnect(): Promise<void>
}
