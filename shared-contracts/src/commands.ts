import type { EmailCaptureCommands } from './emailCaptureCommands.ts'
import type { EmbeddedWalletCommands } from './embeddedWalletCommands.ts'
import type { ActingCommands } from './transactions.ts'
import type { ViewName, ViewParams } from './views.ts'

export type SnackVariant = 'success' | 'loading' | 'error'

/** views.md §2.4: what a feature wants to hear of the wallet request that it is about to make. */
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
  /** Shows a view in the place of the current one. */
  replace<V extends ViewName>(view: V, ...params: ParamsOf<V>): AbortSignal
  /** rules.md §2: pops one view; with a single one it closes the modal. */
  back(): void
  close(): void
  /** A message over the frame; a later one replaces it after 150 ms (rules.md §4). `text` is already translated. */
  showSnack(snack: { variant: SnackVariant; text: string }): void
  /** Copies a text and says whether that worked. */
  copy(text: string, done: string): Promise<void>
  /** Puts callbacks on the transaction stack; the returned function takes them away unheard. */
  pushTransaction(callbacks: TransactionCallbacks): () => void
  /** Ends the transaction on top: `error` and `cancel` also go back (rules.md §4). */
  popTransaction(status: TransactionStatus): void
  /**
   * The embedded wallet; its code comes with the first call.
   * @throws ModalError as a rejection: `connection.noAuthConnector` where the page has none, `remote.*` without its code
   */
  embeddedWallet(): Promise<EmbeddedWalletCommands>
  /** Nodes, services and the wallet, for what moves or shows money; the code comes with the first call. @throws ModalError `remote.*` */
  acting(): Promise<ActingCommands>
  /** What the site wants said in words before a wallet is asked; absent: what our own views ask for. */
  readonly previews?: 'own' | 'all' | 'none' | undefined
  /** The address that the site's own sign-in takes along; the code comes with the first call. @throws ModalError `remote.*` */
  emailCapture(): Promise<EmailCaptureCommands>
  /**
   * Opens the window in which a provider will ask who somebody is: within the press itself, or browsers keep it shut. The view
   * that the press leads to goes on with it, by `EmbeddedWalletCommands.startSocial`.
   */
  openSocialPopup(): void
}
