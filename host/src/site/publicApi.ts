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
  SendArguments,
  SIWXConfig,
  SwapArguments,
  ViewName,
} from '@portico/contracts'
import type { NetworkOption } from '../options/types.ts'

/** What `getState` and `subscribeState` give (public-api.md §6.1). */
export interface PublicState {
  readonly open: boolean
  readonly loading: boolean
  readonly initialized: boolean
  readonly selectedNetworkId: CaipNetworkId | undefined
  readonly activeChain: ChainNamespace | undefined
}

/** What `getAccount` and `subscribeAccount` give (public-api.md §6.2). */
export interface PublicAccount {
  readonly isConnected: boolean
  readonly status: 'disconnected' | 'connecting' | 'connected'
  readonly address: string | undefined
  readonly caipAddress: Account['caipAddress'] | undefined
  readonly allAccounts: readonly { readonly namespace: ChainNamespace; readonly address: string }[]
  /** Only of the embedded wallet. */
  readonly embeddedWalletInfo?: {
    readonly user: {
      readonly email: string | undefined
      readonly username: string | undefined
      readonly accounts: readonly ConnectionAccount[]
    }
    /** Whom the visitor has signed in with: `email`, or an account elsewhere. */
    readonly authProvider: string | undefined
    readonly accountType: AccountType | undefined
    readonly isSmartAccountDeployed: boolean
  }
}

/** What `subscribeNetwork` gives. `caipNetwork` is undefined on a network that the site did not configure. */
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
    /** Of WALLET_IMPRESSION_V2: the wallets of the directory that have come into sight. */
    readonly items?: readonly object[]
  }
}

/** A connection as data (public-api.md §6.3). */
export interface PublicConnection {
  readonly namespace: ChainNamespace
  readonly connectorId: string
  readonly caipNetworkId: string
  /** The first is the active one. */
  readonly accounts: readonly ConnectionAccount[]
  /** What a paired wallet calls itself. */
  readonly walletName?: string
}

/** Which connection is meant; without `namespace` one of the active family. */
export interface ConnectionTarget {
  readonly connectorId: string
  readonly namespace?: ChainNamespace
}

/** An amount of a network's own coin. */
export interface PublicBalance {
  /** In units of the coin, exact: `1.500000000000000000`. `0.00` on test networks and on those that the site does not have. */
  readonly balance: string
  readonly symbol: string
}

/** What an account is called, and its picture. Most accounts have neither. */
export interface PublicIdentity {
  readonly name?: string
  /** An address at the services, or a data URI. */
  readonly avatar?: string
}

export interface OpenOptions {
  readonly view?: ViewName
  readonly namespace?: ChainNamespace
  /** What the view is to begin with; WalletSend, Swap and Pay take some. */
  readonly arguments?: SendArguments | SwapArguments | PayArguments
}

/** What came of an opening with `arguments` of WalletSend. */
export interface Sent {
  /** What the transaction is known by. It may not be in any block yet. */
  readonly hash: string
}

/** What came of an opening with `arguments` of Pay. Look at the chain before you hand anything out: this is what a browser says. */
export interface Paid {
  /** `success`: it has been carried out, or the exchange says so. `submitted`: it is under way, and the window was closed. */
  readonly status: 'success' | 'submitted' | 'failed'
  /** What its transaction is known by, where there is one already. */
  readonly hash?: string
  /** The exchange that was paid from; absent: a wallet. */
  readonly exchange?: string
}

/** The remote features as they stand after local options and project configuration (services.md §5). */
export type RemoteFeatures = Readonly<Record<string, boolean | readonly string[]>>

type Undo = () => void
type Subscribe<T> = (onChange: (value: T) => void) => Undo

/** What `createModal` returns. Names are those that users of AppKit know (public-api.md §6). */
export interface PorticoModal {
  /** Resolves once the modal is initialised; rejects with the reason when the options do not allow that. */
  ready(): Promise<void>
  /**
   * Opens the modal, or navigates when it is open (rules.md §2, opening rules).
   * WalletSend with `arguments` resolves when that has been sent, Pay with `arguments` when that has been paid.
   * @throws ModalError `view.unavailable` when the view cannot be shown; the modal then opens by the other rules;
   *   `connection.modalClosed` where one of the two had arguments, and nothing has been sent
   */
  open(options?: OpenOptions): Promise<Sent | Paid | undefined>
  close(): Promise<void>
  /** @throws ModalError `connection.disconnectFailed` */
  disconnect(namespace?: ChainNamespace): Promise<void>
  /**
   * Takes a network of the options, or its id. An unknown one raises the alert APKT001.
   * @throws ModalError of the wallet's answer, only with `throwOnFailure`
   */
  switchNetwork(
    network: { id: number | string } | number | string,
    options?: { throwOnFailure?: boolean },
  ): Promise<void>
  /**
   * Connects one wallet of this browser without opening the modal; the promise is about this attempt and no other.
   * @throws ModalError `connection.rejected`, `connection.pending`, `connection.failed`, `connection.modalClosed` when
   *   `signal` aborts, and what `ChainAdapter.connect` throws
   */
  connect(target: ConnectionTarget, options?: { signal?: AbortSignal }): Promise<PublicConnection>
  /**
   * With several wallets: turns to another one, or to another account of one. Without them an info alert is raised.
   * @throws ModalError `connection.connectorMissing` for an account that the wallet does not share, and for a paired or an
   *   embedded wallet whose session has ended; `connection.modalClosed` where something else was asked for meanwhile; as `connect` does
   */
  switchConnection(target: ConnectionTarget & { readonly address?: string }): Promise<void>
  /** With several wallets: ends a connection and forgets it. */
  deleteConnection(target: ConnectionTarget): Promise<void>
  /** @throws ModalError `adapter.missing`, `options.invalid` */
  addNetwork(namespace: ChainNamespace, network: NetworkOption): Promise<void>
  /** Takes an id or a CAIP-2 id. @throws ModalError `adapter.missing` */
  removeNetwork(namespace: ChainNamespace, networkId: number | string): Promise<void>
  /**
   * The balance of the active account, at most 30 s old; undefined where nobody is connected.
   * @throws ModalError `balance.unavailable`, `service.unreachable`, `service.invalidAnswer`
   */
  fetchBalance(namespace?: ChainNamespace): Promise<PublicBalance | undefined>
  /** The name and picture of the active account, at most 5 minutes old; empty where there are none or nobody tells. */
  fetchIdentity(namespace?: ChainNamespace): Promise<PublicIdentity>
  /**
   * Opens the view in which a visitor who has signed in by e-mail gives their wallet another address, and resolves with that
   * once it is the wallet's. An account elsewhere keeps the address that its provider knows.
   * @throws ModalError `connection.noAuthConnector`, `connection.notEmbedded` where nobody is signed in by e-mail,
   *   `connection.modalClosed` when the window is closed before, `view.unavailable`
   */
  updateEmail(): Promise<string>
  /** Removes the modal with everything that it added to the page. */
  dispose(): Promise<void>

  setThemeMode(mode: 'dark' | 'light'): void
  setThemeVariables(variables: Readonly<Record<string, string | number>>): void
  /**
   * Which accounts of a family are wanted first, at this and at later visits; a connected wallet that has one is turned to
   * it. Bitcoin: `payment`, `ordinal`, `stx`. An unknown type raises an alert.
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
   * The wallet's own provider: EIP-1193 for EVM. Undefined while nothing is connected. With `preview: 'all'` one of ours around
   * it, which shows what is to be signed first.
   */
  getWalletProvider(): unknown
  getProvider(namespace: ChainNamespace): unknown
  getProviderType(namespace: ChainNamespace): ConnectorType | undefined
  getWalletProviderType(): ConnectorType | undefined
  /** What the wallet calls itself, and its icon. */
  getWalletInfo(namespace?: ChainNamespace): { readonly name: string; readonly icon?: string } | undefined
  /** The networks that a paired wallet has agreed to; undefined where any may be asked for. */
  getApprovedCaipNetworkIds(): readonly CaipNetworkId[] | undefined
  /** Connections of a family, the active one first. Only with several wallets; else empty, with an info alert. */
  getConnections(namespace?: ChainNamespace): readonly PublicConnection[] | undefined
  /** Connections that have ended, the last first. As `getConnections`. */
  getRecentConnections(namespace?: ChainNamespace): readonly PublicConnection[] | undefined
  /** The client of pairing (`@walletconnect/universal-provider`), once it has been needed. */
  getUniversalProvider(): unknown
  /** The plug-in that signs visitors in. */
  getSIWX(): SIWXConfig | undefined
  getThemeMode(): 'dark' | 'light'
  getThemeVariables(): Readonly<Record<string, string | number>> | undefined
  getRemoteFeatures(): RemoteFeatures | undefined
  getPreferredAccountType(namespace?: ChainNamespace): AccountType | undefined
  getEvent(): PublicEvent | undefined
  /** Versions and release state for a bug report: no address, no code. */
  getDiagnostics(): Readonly<Record<string, unknown>> | undefined

  subscribeState: Subscribe<PublicState>
  subscribeAccount: (onChange: (account: PublicAccount) => void, namespace?: ChainNamespace) => Undo
  subscribeNetwork: Subscribe<PublicNetwork>
  /** Connections of all families, also those beside the active ones. */
  subscribeConnections: Subscribe<readonly PublicConnection[]>
  /** The provider of each connected family. */
  subscribeProviders: Subscribe<Readonly<Partial<Record<ChainNamespace, unknown>>>>
  subscribeTheme: Subscribe<PublicTheme>
  subscribeRemoteFeatures: Subscribe<RemoteFeatures>
  subscribeEvents: Subscribe<PublicEvent>
}

/**
 * How each method behaves while there is no shell yet; the beginning of its name tells. A *command* (any verb) starts the
 * shell and answers with a promise; a *setting* (`set…`, `show…`) and a *subscription* (`subscribe…`) wait for the shell
 * without starting it; a *getter* (`get…`, `is…`) answers at once with what is true of a modal that has not started:
 * what stands here, else undefined. `close` and `dispose` never start anything.
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
