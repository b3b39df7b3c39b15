import type {
  Account,
  AccountType,
  CaipNetworkId,
  ChainNamespace,
  ConnectionAccount,
  Connector,
  ConnectorType,
  Network,
  PayArguments,
  PublicViewName,
  SendArguments,
  SIWXConfig,
  SwapArguments,
} from '@portico/contracts'
import type { NetworkOption } from '../options/types.ts'
import type { Diagnostics } from '../releases/diagnosis.ts'

export type { Diagnostics, HostDiagnosis, OverrideDiagnosis, RemoteDiagnosis } from '../releases/diagnosis.ts'

/** The value of `getState` and `subscribeState` (public-api.md §6.1). */
export interface PublicState {
  readonly open: boolean
  readonly loading: boolean
  readonly initialized: boolean
  readonly selectedNetworkId: CaipNetworkId | undefined
  readonly activeChain: ChainNamespace | undefined
}

/** The value of `getAccount` and `subscribeAccount` (public-api.md §6.2). */
export interface PublicAccount {
  readonly isConnected: boolean
  readonly status: 'disconnected' | 'connecting' | 'connected'
  readonly address: string | undefined
  readonly caipAddress: Account['caipAddress'] | undefined
  readonly allAccounts: readonly { readonly namespace: ChainNamespace; readonly address: string }[]
  /** Present only for the embedded wallet. */
  readonly embeddedWalletInfo?: {
    readonly user: {
      readonly email: string | undefined
      readonly username: string | undefined
      readonly accounts: readonly ConnectionAccount[]
    }
    /** The sign-in provider: `email`, or another account. */
    readonly authProvider: string | undefined
    readonly accountType: AccountType | undefined
    readonly isSmartAccountDeployed: boolean
  }
}

/** The value of `subscribeNetwork`. `caipNetwork` is undefined on a network that the site did not configure. */
export interface PublicNetwork {
  readonly caipNetwork: Network | undefined
  readonly caipNetworkId: CaipNetworkId | undefined
  readonly chainId: number | string | undefined
}

export interface PublicTheme {
  readonly themeMode: 'dark' | 'light'
  readonly themeVariables: Readonly<Record<string, string | number>>
}

export interface PublicEvent {
  readonly timestamp: number
  readonly data: {
    readonly event: string
    readonly properties?: Readonly<Record<string, unknown>>
    /** Used by WALLET_IMPRESSION_V2: the directory wallets that have become visible. */
    readonly items?: readonly object[]
  }
}

/** A connection as data (public-api.md §6.3). */
export interface PublicConnection {
  readonly namespace: ChainNamespace
  readonly connectorId: string
  readonly caipNetworkId: string
  /** The active account comes first. */
  readonly accounts: readonly ConnectionAccount[]
  /** The paired wallet's own name. */
  readonly walletName?: string
}

/** Identifies a connection: one of this family, or, without `namespace`, of the active family. */
export interface ConnectionTarget {
  readonly connectorId: string
  readonly namespace?: ChainNamespace
}

/** An amount of a network's native coin. */
export interface PublicBalance {
  /** An exact number of coins: `1.500000000000000000`. `0.00` on test networks and on networks that the site lacks. */
  readonly balance: string
  readonly symbol: string
}

/** An account's name and image. Most accounts have neither. */
export interface PublicIdentity {
  readonly name?: string
  /** A URL of the services, or a data URI. */
  readonly avatar?: string
}

export interface OpenOptions {
  /** One of the modal's, or of a remote whose package declares it (`PorticoPublicViews`). */
  readonly view?: PublicViewName
  readonly namespace?: ChainNamespace
  /** Initial values for the view. Only WalletSend, Swap and Pay take any. */
  readonly arguments?: SendArguments | SwapArguments | PayArguments
}

/** The outcome of opening WalletSend with `arguments`. */
export interface Sent {
  /** The transaction's id, whether or not a block contains the transaction yet. */
  readonly hash: string
}

/** The outcome of opening Pay with `arguments`. It comes from a browser: check the chain before delivering anything. */
export interface Paid {
  /** `success`: paid, possibly only according to the exchange. `submitted`: not confirmed when the window closed. */
  readonly status: 'success' | 'submitted' | 'failed'
  /** The transaction's id, if there is one yet. */
  readonly hash?: string
  /** The exchange that the payment came from; absent for a wallet. */
  readonly exchange?: string
}

/**
 * The features that are remotes, according to local options and project configuration (services.md §5), and the remotes
 * that are on by their own default.
 */
export type RemoteFeatures = Readonly<Record<string, boolean | readonly string[]>>

type Undo = () => void
type Subscribe<T> = (onChange: (value: T) => void) => Undo

/** The result of `createModal`. Its names are those that users of AppKit know (public-api.md §6). */
export interface PorticoModal {
  /** Resolves once the modal is initialized; rejects with the reason if the options prevent that. */
  ready(): Promise<void>
  /**
   * Opens the modal, or navigates if it is already open (rules.md §2, opening rules). WalletSend with `arguments`
   * resolves once the transaction has been sent, Pay with `arguments` once the payment is made.
   * @throws ModalError `view.unavailable` if the view cannot be shown (the modal then opens by the other rules);
   *   `connection.modalClosed` if one of these two views had arguments, and nothing has been sent
   */
  open(options?: OpenOptions): Promise<Sent | Paid | undefined>
  close(): Promise<void>
  /** @throws ModalError `connection.disconnectFailed` */
  disconnect(namespace?: ChainNamespace): Promise<void>
  /**
   * Accepts one of the networks in the options, or its id. An unknown network raises the alert APKT001.
   * @throws ModalError for the wallet's answer, only with `throwOnFailure`
   */
  switchNetwork(
    network: { id: number | string } | number | string,
    options?: { throwOnFailure?: boolean },
  ): Promise<void>
  /**
   * Connects one wallet of this browser without opening the modal. The promise is about this attempt only.
   * @throws ModalError `connection.rejected`, `connection.pending`, `connection.failed`, `connection.modalClosed` when
   *   `signal` aborts, and what `ChainAdapter.connect` throws
   */
  connect(target: ConnectionTarget, options?: { signal?: AbortSignal }): Promise<PublicConnection>
  /**
   * With several wallets: switches to another wallet, or to another account of a wallet. Otherwise raises an info
   * alert.
   * @throws ModalError `connection.connectorMissing` for an account that the wallet does not share, and for a paired or
   *   embedded wallet whose session has ended; `connection.modalClosed` if something else was requested meanwhile; and
   *   as `connect` does
   */
  switchConnection(target: ConnectionTarget & { readonly address?: string }): Promise<void>
  /** With several wallets: ends a connection and forgets it. */
  deleteConnection(target: ConnectionTarget): Promise<void>
  /** @throws ModalError `adapter.missing`, `options.invalid` */
  addNetwork(namespace: ChainNamespace, network: NetworkOption): Promise<void>
  /** Accepts an id or a CAIP-2 id. @throws ModalError `adapter.missing` */
  removeNetwork(namespace: ChainNamespace, networkId: number | string): Promise<void>
  /**
   * The active account's balance, at most 30 s old; undefined without a connection.
   * @throws ModalError `balance.unavailable`, `service.unreachable`, `service.invalidAnswer`
   */
  fetchBalance(namespace?: ChainNamespace): Promise<PublicBalance | undefined>
  /** The active account's name and image, at most 5 minutes old; empty if there are none or they are unavailable. */
  fetchIdentity(namespace?: ChainNamespace): Promise<PublicIdentity>
  /**
   * Opens the view in which a visitor who has signed in by email changes the wallet's address. Resolves with the new
   * address once it is set. Visitors who have signed in otherwise keep the address that their provider knows.
   * @throws ModalError `connection.noAuthConnector`, `connection.notEmbedded` if no one is signed in by email,
   *   `connection.modalClosed` if the window is closed earlier, `view.unavailable`
   */
  updateEmail(): Promise<string>
  /** Removes the modal and everything that it has added to the page. */
  dispose(): Promise<void>

  setThemeMode(mode: 'dark' | 'light'): void
  setThemeVariables(variables: Readonly<Record<string, string | number>>): void
  /**
   * Sets the account type that a family prefers, at this and later visits. A connected wallet that has an account of
   * this type switches to it. Bitcoin: `payment`, `ordinal`, `stx`. An unknown type raises an alert.
   */
  setPreferredAccountType(type: AccountType, namespace?: ChainNamespace): void
  showErrorMessage(text: string): void
  showSuccessMessage(text: string): void

  isOpen(): boolean
  getState(): PublicState
  getAccount(namespace?: ChainNamespace): PublicAccount
  getAddress(namespace?: ChainNamespace): string | undefined
  getCaipAddress(namespace?: ChainNamespace): string | undefined
  getIsConnectedState(): boolean
  getCaipNetwork(): Network | undefined
  getCaipNetworkId(): CaipNetworkId | undefined
  getCaipNetworks(namespace?: ChainNamespace): readonly Network[] | undefined
  getChainId(): number | string | undefined
  getActiveChainNamespace(): ChainNamespace | undefined
  getConnectors(): readonly Connector[] | undefined
  /**
   * The wallet's own provider; for EVM, an EIP-1193 provider. Undefined without a connection. With `preview: 'all'`,
   * the provider is wrapped, so that requests are shown before they are signed.
   */
  getWalletProvider(): unknown
  getProvider(namespace: ChainNamespace): unknown
  getProviderType(namespace: ChainNamespace): ConnectorType | undefined
  getWalletProviderType(): ConnectorType | undefined
  /** The wallet's own name and icon. */
  getWalletInfo(namespace?: ChainNamespace): { readonly name: string; readonly icon?: string } | undefined
  /** The networks that a paired wallet has agreed to; undefined if any may be requested. */
  getApprovedCaipNetworkIds(): readonly CaipNetworkId[] | undefined
  /** A family's connections, the active one first. Without several wallets: empty, with an info alert. */
  getConnections(namespace?: ChainNamespace): readonly PublicConnection[] | undefined
  /** Connections that have ended, the latest first. Otherwise the same as `getConnections`. */
  getRecentConnections(namespace?: ChainNamespace): readonly PublicConnection[] | undefined
  /** The pairing client (`@walletconnect/universal-provider`), once it has been loaded. */
  getUniversalProvider(): unknown
  /** The site's sign-in plug-in. */
  getSIWX(): SIWXConfig | undefined
  getThemeMode(): 'dark' | 'light'
  getThemeVariables(): Readonly<Record<string, string | number>> | undefined
  getRemoteFeatures(): RemoteFeatures | undefined
  getPreferredAccountType(namespace?: ChainNamespace): AccountType | undefined
  getEvent(): PublicEvent | undefined
  /** For a bug report: versions, the state of each remote, and the hosts in use; no addresses. */
  getDiagnostics(): Diagnostics | undefined

  subscribeState: Subscribe<PublicState>
  subscribeAccount: (onChange: (account: PublicAccount) => void, namespace?: ChainNamespace) => Undo
  subscribeNetwork: Subscribe<PublicNetwork>
  /** The connections of all families, not only the active ones. */
  subscribeConnections: Subscribe<readonly PublicConnection[]>
  /** The provider of each connected family. */
  subscribeProviders: Subscribe<Readonly<Partial<Record<ChainNamespace, unknown>>>>
  subscribeTheme: Subscribe<PublicTheme>
  subscribeRemoteFeatures: Subscribe<RemoteFeatures>
  subscribeEvents: Subscribe<PublicEvent>
}

/**
 * The beginning of a method's name decides how the method behaves before the shell is loaded. A *command* (any verb)
 * starts the shell and returns a promise. A *setting* (`set…`, `show…`) and a *subscription* (`subscribe…`) wait for
 * the shell without starting it. A *getter* (`get…`, `is…`) returns at once what is true of a modal that has not
 * started: the value given here, or else undefined. `close` and `dispose` never start anything.
 */
export const publicApi = {
  commands: [
    'ready',
    'open',
    'close',
    'connect',
    'disconnect',
    'switchNetwork',
    'addNetwork',
    'removeNetwork',
    'switchConnection',
    'deleteConnection',
    'fetchBalance',
    'fetchIdentity',
    'updateEmail',
    'dispose',
  ],
  settings: ['setThemeMode', 'setThemeVariables', 'setPreferredAccountType', 'showErrorMessage', 'showSuccessMessage'],
  subscriptions: [
    'subscribeState',
    'subscribeAccount',
    'subscribeNetwork',
    'subscribeConnections',
    'subscribeProviders',
    'subscribeTheme',
    'subscribeRemoteFeatures',
    'subscribeEvents',
  ],
  getters: {
    isOpen: false,
    getIsConnectedState: false,
    getState: { open: false, loading: false, initialized: false },
    getAccount: { isConnected: false, status: 'disconnected', allAccounts: [] },
  },
} as const satisfies {
  commands: readonly (keyof PorticoModal)[]
  settings: readonly (keyof PorticoModal)[]
  subscriptions: readonly (keyof PorticoModal)[]
  getters: Partial<Record<keyof PorticoModal, unknown>>
}
