import type { AccountType, ChainNamespace, EmbeddedWalletCommands } from '@portico/contracts'
import type { Way } from '../chains/withConnector.ts'

/** The embedded wallet's connector (rules.md §3). */
export const AUTH_ID = 'AUTH'

/** The embedded wallet, once its code has loaded. */
export interface EmbeddedClient {
  /** Starts loading the frame because it may be needed soon. A load error is reported only when the frame is used. */
  prepare(): void
  /** Like `prepare`, for an installed web app (views.md §6.3). Settles when loaded; alerts the owner if that fails. */
  preload(): Promise<void>
  readonly commands: EmbeddedWalletCommands
  /** The part of a family's adapter that handles `AUTH_ID`. */
  family(namespace: ChainNamespace): Omit<Way, 'load'>
  /**
   * Asks for the account of this type; the connection then has the type that the wallet has actually chosen. If a type
   * is unavailable now, the caller keeps it for later.
   * @throws ModalError as a rejection: `frame.*`
   */
  setAccountType(namespace: ChainNamespace, type: AccountType): Promise<void>
  /** Shows the frame over `place` until `signal` aborts. @throws ModalError as a rejection: `frame.*` */
  show(place: HTMLElement, signal: AbortSignal): Promise<void>
}

/** The entry point to the embedded wallet. Its code is fetched when `client` is first called. */
export interface EmbeddedWallet {
  /** Whether email or social login is on, according to local options and project configuration. */
  isOn(): boolean
  /** Calls back when `isOn` changes, until `signal` aborts. */
  watch(onChange: () => void, signal: AbortSignal): void
  /** @throws ModalError as a rejection: `remote.*` if the code cannot be loaded; the next call tries again */
  client(): Promise<EmbeddedClient>
  /** Opens the provider's window, which browsers allow only during a click. A mini app itself goes to the provider. */
  openPopup(): void
  /**
   * Takes a provider's result out of the URL of a mini app's page; the next login with that provider continues with the
   * result. `provider` is absent if this browser knows no login for the result. Undefined if there is nothing to
   * report.
   */
  comeBack(): { readonly provider?: string } | undefined
}
