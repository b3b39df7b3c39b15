import type { CaipNetworkId, ChainNamespace } from './caip.ts'

/** rules.md §3: how a wallet was found. */
export type ConnectorType = 'WALLET_CONNECT' | 'INJECTED' | 'ANNOUNCED' | 'EXTERNAL' | 'AUTH' | 'MULTI_CHAIN'

/** A way to connect, as plain data. The wallet's provider stays in the adapter, which finds it by `id`. */
export interface Connector {
  readonly id: string
  readonly name: string
  readonly type: ConnectorType
  readonly namespace: ChainNamespace
  /** A safe image. Announced icons are not trusted, so only `data:image/…` is kept. */
  readonly imageUrl?: string
  readonly rdns?: string
  /** The id of the wallet's entry in the wallet directory, if known. */
  readonly explorerId?: string
}

/** In each family that can be paired, the connector for pairing has this id (rules.md §3). */
export const WALLET_CONNECT_ID = 'walletConnect'

/** rules.md §3: the kind of an account. */
export type AccountType = 'eoa' | 'smartAccount' | 'payment' | 'ordinal' | 'stx'

/** rules.md §3: an account to which a connection gives access. */
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
  /** The network that the wallet is on, which the site may not have configured. */
  readonly caipNetworkId: CaipNetworkId
  /** The networks that the wallet has approved. When absent, any network may be requested. */
  readonly approvedNetworkIds?: readonly CaipNetworkId[]
  /** The topic of the pairing session. When several families' connections share a session, they end together. */
  readonly session?: string
  /** The wallet's own name (sanitized) and icon (a safe image), for a connector that different wallets can use. */
  readonly wallet?: { readonly name: string; readonly imageUrl?: string }
}
