import type { EmailCaptureCommands } from './emailCaptureCommands.ts'
import type { EmbeddedWalletCommands } from './embeddedWalletCommands.ts'
import type { ActingCommands } from './transactions.ts'
import type { ViewName, ViewParams } from './views.ts'

export type SnackVariant = 'success' | 'loading' | 'error'

/** views.md §2.4: how a feature learns the outcome of its next wallet request. */
export interface TransactionCallbacks {
  readonly onSuccess?: () => void
  readonly onError?: () => void
  readonly onCancel?: () => void
}

export type TransactionStatus = 'success' | 'error' | 'cancel'

type ParamsOf<V extends ViewName> = ViewParams[V] extends undefined ? [] : [params: ViewParams[V]]

/** What a remote may ask of the host. Every command is safe to call at any time. */
export interface Commands {
  /** Shows a view on top of the current one. The signal aborts when that view leaves the stack. */
  navigate<V extends ViewName>(view: V, ...params: ParamsOf<V>): AbortSignal
  /** Replaces the current view. */
  replace<V extends ViewName>(view: V, ...params: ParamsOf<V>): AbortSignal
  /** rules.md §2: pops one view; with a single one it closes the modal. */
  back(): void
  close(): void
  /** A message over the frame; a later one replaces it after 150 ms (rules.md §4). `text` is already translated. */
  showSnack(snack: { variant: SnackVariant; text: string }): void
  /** Copies a text and shows whether that worked. */
  copy(text: string, done: string): Promise<void>
  /** Puts callbacks on the transaction stack; the returned function removes them without calling them. */
  pushTransaction(callbacks: TransactionCallbacks): () => void
  /** Ends the transaction on top: `error` and `cancel` also go back (rules.md §4). */
  popTransaction(status: TransactionStatus): void
  /**
   * The embedded wallet; its code loads on the first call.
   * @throws ModalError as a rejection: `connection.noAuthConnector` when the page has none, `remote.*` when its code
   *   cannot be loaded
   */
  embeddedWallet(): Promise<EmbeddedWalletCommands>
  /**
   * Nodes, services and the wallet, for whatever moves or shows money; the code loads on the first call. @throws
   * ModalError `remote.*`
   */
  acting(): Promise<ActingCommands>
  /** Which wallet requests get a preview; absent: only those of our own views. */
  readonly previews?: 'own' | 'all' | 'none' | undefined
  /** The e-mail address for the site's own sign-in; the code loads on the first call. @throws ModalError `remote.*` */
  emailCapture(): Promise<EmailCaptureCommands>
  /**
   * Opens the window for a social provider's sign-in. Call it within the click itself, or browsers block the window.
   * The view that the click opens continues with `EmbeddedWalletCommands.startSocial`.
   */
  openSocialPopup(): void
}
