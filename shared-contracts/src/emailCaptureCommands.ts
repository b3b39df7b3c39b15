/** Asking a visitor who has connected for an e-mail address, which the site's own sign-in takes along (services.md §10). */
export interface EmailCaptureCommands {
  /** Whether the site's plug-in takes an address; with another one, or none, nobody can be asked for it. */
  readonly canTake: boolean
  /**
   * Sends a code to the address, for the active account. `false`: it has confirmed that address before, and needs none.
   * @throws ModalError `siwx.signFailed`; `connection.modalClosed` where nobody is connected any more
   */
  requestCode(email: string): Promise<boolean>
  /** @throws ModalError `siwx.signFailed` (`details.isRefused`: it is the wrong one, or used up); `connection.modalClosed` */
  confirmCode(code: string): Promise<void>
  /** To what comes next: signing in where the site has that, or what the window was for. */
  goOn(): void
  /** Whoever does not want to does not stay. Never rejects. */
  disconnect(): Promise<void>
}
