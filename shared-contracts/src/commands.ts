import type { EmailCaptureCommands } from './emailCaptureCommands.ts'
import type { EmbeddedWalletCommands } from './embeddedWalletCommands.ts'
import type { ActingCommands } from './transactions.ts'
import type { ViewName, ViewParams } from './views.ts'

export type SnackVariant = 'success' | 'loading' | 'error'

/** views.md §2.4: called with the outcome of a feature's next wallet request. */
export interface TransactionCallbacks {
  readonly onSuccess?: () => void
  readonly onError?: () => void
  readonly onCancel?: () => void
}

export type TransactionStatus = 'success' | 'error' | 'cancel'

type ParamsOf<V extends ViewName> = ViewParams[V] extends undefined ? [] : [params: ViewParams[V]]

/** What a remote may request from the host. Every command can be called at any time. */
export interface Commands {
  /** Shows a view on top of the current one. The returned signal aborts when the new view leaves the stack. */
  navigate<V extends ViewName>(view: V, ...params: ParamsOf<V>): AbortSignal
  /** Replaces the current view. */
  replace<V extends ViewName>(view: V, ...params: ParamsOf<V>): AbortSignal
  /** rules.md §2: removes the view on top. If it is the only one, the modal closes. */
  back(): void
  close(): void
  /** Shows a message over the frame. The next replaces it after 150 ms (rules.md §4). `text` is already translated. */
  showSnack(snack: { variant: SnackVariant; text: string }): void
  /** Copies a text to the clipboard, and shows whether that worked. */
  copy(text: string, done: string): Promise<void>
  /** Puts callbacks on the transaction stack; the returned function removes them without calling them. */
  pushTransaction(callbacks: TransactionCallbacks): () => void
  /** Ends the transaction on top of the stack. `error` and `cancel` also go back one view (rules.md §4). */
  popTransaction(status: TransactionStatus): void
  /**
   * The embedded wallet, whose code loads on the first call.
   * @throws ModalError as a rejection: `connection.noAuthConnector` when the page has no embedded wallet, `remote.*`
   *   when its code cannot be loaded
   */
  embeddedWallet(): Promise<EmbeddedWalletCommands>
  /** Nodes, services and the wallet, to move or show money. Loads on the first call. @throws ModalError `remote.*` */
  acting(): Promise<ActingCommands>
  /** The wallet requests for which a preview is shown. When absent, only those of our own views. */
  readonly previews?: 'own' | 'all' | 'none' | undefined
  /** Asks for the e-mail address for the site's own sign-in. Loads on the first call. @throws ModalError `remote.*` */
  emailCapture(): Promise<EmailCaptureCommands>
  /**
   * Opens the window for a social provider's sign-in. Call it in the click handler itself, or the browser blocks the
   * window. The view that the click opens continues with `EmbeddedWalletCommands.startSocial`.
   */
  openSocialPopup(): void
}
