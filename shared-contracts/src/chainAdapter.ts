import type { CaipNetworkId, ChainNamespace } from './caip.ts'
import type { Connection, ConnectionAccount, Connector } from './connector.ts'
import type { Network } from './network.ts'

/** An amount of a native currency in its smallest unit: `value` is a decimal string of an integer. */
export interface Balance {
  readonly value: string
  readonly decimals: number
  readonly symbol: string
}

/** What a wallet says of its own accord. `disconnected` also stands for an empty list of accounts. */
export type ConnectionChange =
  | { readonly type: 'accounts'; readonly accounts: readonly [ConnectionAccount, ...ConnectionAccount[]] }
  | { readonly type: 'approved'; readonly networkIds: readonly CaipNetworkId[] }
  | { readonly type: 'network'; readonly caipNetworkId: CaipNetworkId }
  | { readonly type: 'disconnected' }

export interface ConnectOptions {
  /** The visitor has gone back: a late answer is nobody's. */
  readonly signal?: AbortSignal
  readonly network: Network
  /** The visitor, or the site, has asked for this network: a wallet that is on another one is asked to go there, once. */
  readonly isWanted?: boolean
}

/**
 * What a chain family can do. An optional ability is an optional method; its absence hides the button.
 * Every rejection is a `ModalError`.
 */
export interface ChainAdapter {
  readonly namespace: ChainNamespace
  /** Calls back with the whole list at once, then again whenever a wallet announces itself, until `signal` aborts. */
  watchConnectors(onChange: (connectors: readonly Connector[]) => void, signal: AbortSignal): void
  /**
   * The connector of the wallet that the page runs inside of, as soon as it is known whether there is one: it is connected at
   * the start, whatever is stored. Absent where there can be none.
   */
  home?(): Promise<string | undefined>
  /**
   * Settles when the code that talks to this wallet is here, so that the wallet is not blamed for a slow line. Absent where
   * there is nothing to fetch.
   * @throws ModalError `remote.timeout`, `remote.unreachable`, `remote.blocked`, `pairing.unavailable`
   */
  load?(connectorId: string): Promise<unknown>
  /**
   * Asks the wallet for its accounts. `network` is the one that the page works on: where the wallet has none of its own
   * (Solana), that is the connection's. A wallet that is on another one and stays there is connected where it is.
   * @throws ModalError `connection.rejected`, `connection.pending`, `connection.failed`, `connection.providerMissing`,
   *   `connection.chainsUnsupported`
   */
  connect(connectorId: string, options: ConnectOptions): Promise<Connection>
  /** The connection that the wallet still grants, without any prompt; undefined when there is none. */
  restore(connectorId: string, options: Pick<ConnectOptions, 'network'>): Promise<Connection | undefined>
  /** Gives the permission back where the wallet can. Local state is cleared whether or not this succeeds. */
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
   * Resolves when the wallet has confirmed; adds the network first where the wallet does not know it.
   * @throws ModalError `chain.switchDeclined`, `chain.unsupported`, `connection.pending`, `connection.requestFailed`
   */
  switchNetwork?(connectorId: string, network: Network): Promise<void>
  /** The wallet's own provider (EIP-1193 for EVM), for the site to use. */
  getProvider(connectorId: string): unknown
}
