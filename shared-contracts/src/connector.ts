import type { CaipNetworkId, ChainNamespace } from './caip.ts'

/** rules.md §3: how a wallet was found. */
export type ConnectorType = 'WALLET_CONNECT' | 'INJECTED' | 'ANNOUNCED' | 'EXTERNAL' | 'AUTH' | 'MULTI_CHAIN'

/** A way to connect. Plain data: the provider stays in the adapter, which finds it by `id`. */
export interface Connector {
  readonly id: string
  readonly name: string
  readonly type: ConnectorType
  readonly namespace: ChainNamespace
  /** A safe image. Announced icons are untrusted: anything but `data:image/…` is dropped. */
  readonly imageUrl?: string
  readonly rdns?: string
  /** Its entry in the wallet directory, if known. */
  readonly explorerId?: string
}

/** The connector of every family that a pairing serves (rules.md §3). */
export const WALLET_CONNECT_ID = 'walletConnect'

/** rules.md §3: what an account is for. */
export type AccountType = 'eoa' | 'smartAccount' | 'payment' | 'ordinal' | 'stx'

/** rules.md §3: an account that a connection gives access to. */
export interface ConnectionAccount {
  readonly address: string
  readonly type?: AccountType
  readonly publicKey?: string
  readonly path?: string
}

/** An established connection, as data. */
export interface Connection {
  readonly connectorId: string
  /** The first account is the active one. */
  readonly accounts: readonly [ConnectionAccount, ...ConnectionAccount[]]
  /** The network that the wallet is on; the site need not have configured it. */
  readonly caipNetworkId: CaipNetworkId
  /** The networks that the wallet approved; absent when any may be requested. */
  readonly approvedNetworkIds?: readonly CaipNetworkId[]
  /** The topic of the pairing session. Connections of several families that share one also end together. */
  readonly session?: string
  /**
   * The wallet's own name and icon, when the connector is only the way to it. The name is sanitized, the icon a safe
   * image.
   */
  readonly wallet?: { readonly name: string; readonly imageUrl?: string }
}
