import type { CaipNetworkId, ChainNamespace } from './caip.ts'
import type { Connection, ConnectionAccount, Connector } from './connector.ts'
import type { Network } from './network.ts'

/** An amount of a native currency. `value` is an integer in the smallest unit, as a decimal string. */
export interface Balance {
  readonly value: string
  readonly decimals: number
  readonly symbol: string
}

/** A change that the wallet reports by itself: `disconnected` also when its list of accounts becomes empty. */
export type ConnectionChange =
  | { readonly type: 'accounts'; readonly accounts: readonly [ConnectionAccount, ...ConnectionAccount[]] }
  | { readonly type: 'approved'; readonly networkIds: readonly CaipNetworkId[] }
  | { readonly type: 'network'; readonly caipNetworkId: CaipNetworkId }
  | { readonly type: 'disconnected' }

export interface ConnectOptions {
  /** Aborts when the visitor goes back. A later answer is ignored. */
  readonly signal?: AbortSignal
  readonly network: Network
  /** True when the visitor or the site requested this network. A wallet on another one is then asked once to switch. */
  readonly isWanted?: boolean
}

/** What a chain family can do. Without an optional method, its button is hidden. Every rejection is a `ModalError`. */
export interface ChainAdapter {
  readonly namespace: ChainNamespace
  /** Calls back with the whole list: first at once, then whenever a wallet announces itself, until `signal` aborts. */
  watchConnectors(onChange: (connectors: readonly Connector[]) => void, signal: AbortSignal): void
  /**
   * The connector of the wallet in which the page runs, once it is known. It connects at the start, whatever is stored.
   * Absent in a family without such wallets.
   */
  home?(): Promise<string | undefined>
  /**
   * Settles when this wallet's code has loaded, so that a slow network is not blamed on the wallet. Absent when there
   * is nothing to load.
   * @throws ModalError `remote.timeout`, `remote.unreachable`, `remote.blocked`, `pairing.unavailable`
   */
  load?(connectorId: string): Promise<unknown>
  /**
   * Asks the wallet for its accounts. `network` is the page's current one. A wallet without a network of its own
   * (Solana) connects on the page's network; a wallet that stays on another network connects on that one.
   * @throws ModalError `connection.rejected`, `connection.pending`, `connection.failed`, `connection.providerMissing`,
   *   `connection.chainsUnsupported`
   */
  connect(connectorId: string, options: ConnectOptions): Promise<Connection>
  /** The connection that the wallet still grants, without a prompt; undefined when there is none. */
  restore(connectorId: string, options: Pick<ConnectOptions, 'network'>): Promise<Connection | undefined>
  /** Revokes the permission, if the wallet supports that. The local state is cleared even if this fails. */
  disconnect(connectorId: string): Promise<void>
  watchConnection(connectorId: string, onChange: (change: ConnectionChange) => void, signal: AbortSignal): void
  /** @throws ModalError `service.unreachable`, `service.invalidAnswer` */
  getBalance(address: string, network: Network): Promise<Balance>
  /**
   * Signs a text in UTF-8. The signature is hexadecimal on EVM (`personal_sign`), base58 on Solana and base64 on
   * Bitcoin.
   * @throws ModalError `connection.requestRejected`, `connection.requestFailed`
   */
  signMessage(connectorId: string, address: string, message: string): Promise<string>
  /**
   * Resolves when the wallet has confirmed. If the wallet does not know the network, the network is added first.
   * @throws ModalError `chain.switchDeclined`, `chain.unsupported`, `connection.pending`, `connection.requestFailed`
   */
  switchNetwork?(connectorId: string, network: Network): Promise<void>
  /** The wallet's own provider (EIP-1193 for EVM), for the site to use. */
  getProvider(connectorId: string): unknown
}
