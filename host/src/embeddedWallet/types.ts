import type { AccountType, ChainAdapter, ChainNamespace, EmbeddedWalletCommands } from '@portico/contracts'

/** The connector of the embedded wallet (rules.md §3). */
export const AUTH_ID = 'AUTH'

/** The embedded wallet, once its code is here. */
export interface EmbeddedClient {
  /** Somebody is about to use it: the frame begins to load. What fails is said when it is really needed. */
  prepare(): void
  /**
   * The same in an installed web app, before anybody is about to (views.md §6.3). Resolves when the frame is there, or has
   * failed to load: the owner of the site is told then. Never rejects.
   */
  preload(): Promise<void>
  readonly commands: EmbeddedWalletCommands
  /** What a family's adapter is asked about `AUTH_ID`. */
  family(
    namespace: ChainNamespace,
  ): Pick<
    ChainAdapter,
    'connect' | 'restore' | 'disconnect' | 'watchConnection' | 'signMessage' | 'switchNetwork' | 'getProvider'
  >
  /**
   * Asks for the account of this type; the connection then says which one it is. A type that cannot be had now is kept for
   * later by whoever asks.
   * @throws ModalError as a rejection: `frame.*`
   */
  setAccountType(namespace: ChainNamespace, type: AccountType): Promise<void>
  /** Shows the frame over `place` until `signal` aborts. @throws ModalError as a rejection: `frame.*` */
  show(place: HTMLElement, signal: AbortSignal): Promise<void>
}

/** The one door to the embedded wallet. Nothing of its code is fetched before `client` is called. */
export interface EmbeddedWallet {
  /** E-mail or social login is on, as local options and project configuration have it. */
  isOn(): boolean
  /** Calls back whenever that changes, until `signal` aborts. */
  watch(onChange: () => void, signal: AbortSignal): void
  /** @throws ModalError as a rejection: `remote.*` when the code cannot be had. Who asks again tries again. */
  client(): Promise<EmbeddedClient>
  /** Opens the window for a provider, which browsers allow within a press only. A mini app has none: it leaves its page. */
  openPopup(): void
  /**
   * Takes what a provider has sent a mini app back with out of the address of the page; whoever starts the login of
   * `provider` next goes on with it. Undefined where nothing is there that would have to be said: without `provider` this
   * browser knows of no login that it could belong to.
   */
  comeBack(): { readonly provider?: string } | undefined
}
