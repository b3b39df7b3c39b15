import type { CaipNetworkId, ChainNamespace } from './caip.ts'
import type { Connection, ConnectionAccount, Connector } from './connector.ts'
import type { Network } from './network.ts'

/** An amount of a native currency in its smallest unit: `value` is a decimal string of an integer. */
export interface Balance {
  readonly value: string
  readonly decimals: number
  readonly symbol: string
}

/** A change that the wallet reports by itself. `disconnected` also covers an empty list of accounts. */
export type ConnectionChange =
  | { readonly type: 'accounts'; readonly accounts: readonly [ConnectionAccount, ...ConnectionAccount[]] }
  | { readonly type: 'approved'; readonly networkIds: readonly CaipNetworkId[] }
  | { readonly type: 'network'; readonly caipNetworkId: CaipNetworkId }
  | { readonly type: 'disconnected' }

export interface ConnectOptions {
  /** Aborts when the visitor goes back: a late answer is ignored. */
  readonly signal?: AbortSignal
  readonly network: Network
  /** The visitor or the site requested this network: a wallet on another network is asked once to switch. */
  readonly isWanted?: boolean
}

/**
 * The abilities of a chain family. An optional ability is an optional method; its absence hides the button.
 * Every rejection is a `ModalError`.
 */
export interface ChainAdapter {
  readonly namespace: ChainNamespace
  /** Calls back with the whole list at once, then again whenever a wallet announces itself, until `signal` aborts. */
  watchConnectors(onChange: (connectors: readonly Connector[]) => void, signal: AbortSignal): void
  /**
   * The connector of the wallet that the page runs inside of, once that is known: it connects at the start, whatever is
   * stored. Absent where a family has no such wallets.
   */
  home?(): Promise<string | undefined>
  /**
   * Settles when this wallet's code has loaded, so that a slow network is not blamed on the wallet. Absent when there
   * is nothing to load.
   * @throws ModalError `remote.timeout`, `remote.unreachable`, `remote.blocked`, `pairing.unavailable`
   */
  load?(connectorId: string): Promise<unknown>
  /**
   * Asks the wallet for its accounts. `network` is the page's current one; wallets without a network of their own
   * (Solana) connect on it. A wallet that stays on another network connects there.
   * @throws ModalError `connection.rejected`, `connection.pending`, `connection.failed`, `connection.providerMissing`,
   *   `connection.chainsUnsupported`
   */
  connect(connectorId: string, options: ConnectOptions): Promise<Connection>
  /** The connection that the wallet still grants, without any prompt; undefined when there is none. */
  restore(connectorId: string, options: Pick<ConnectOptions, 'network'>): Promise<Connection | undefined>
  /** Revokes the permission if the wallet supports it. Local state is cleared whether or not this succeeds. */
  disconnect(connectorId: string): Promise<void>
  watchConnection(connectorId: string, onChange: (change: ConnectionChange) => void, signal: AbortSignal): void
  /** @throws ModalError `service.unreachable`, `service.invalidAnswer` */
  getBalance(address: string, network: Network): Promise<Balance>
  /**
   * Signs a text, UTF-8: hexadecimal on EVM (`personal_sign`), base58 on Solana, base64 on Bitcoin.
   * @throws ModalError `connection.requestRejected`, `connection.requestFailed`
   */
  signMessage(connectorId: string, address: string, message: string): Promise<string>
  /**
   * Resolves when the wallet has confirmed; first adds a network that the wallet does not know.
   * @throws ModalError `chain.switchDeclined`, `chain.unsupported`, `connection.pending`, `connection.requestFailed`
   */
  switchNetwork?(connectorId: string, network: Network): Promise<void>
  /** The wallet's own provider (EIP-1193 for EVM), for the site to use. */
  getProvider(connectorId: string): unknown
}
