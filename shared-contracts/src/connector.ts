import type { CaipNetworkId, ChainNamespace } from './caip.ts'

/** rules.md §3: how a wallet was found. */
export type ConnectorType = 'WALLET_CONNECT' | 'INJECTED' | 'ANNOUNCED' | 'EXTERNAL' | 'AUTH' | 'MULTI_CHAIN'

/** A way to connect. Plain data: the provider stays in the adapter and is named by `id`. */
export interface Connector {
  readonly id: string
  readonly name: string
  readonly type: ConnectorType
  readonly namespace: ChainNamespace
  /** A safe image. Announced icons are untrusted: anything but `data:image/…` is dropped. */
  readonly imageUrl?: string
  readonly rdns?: string
  /** Its entry in the directory of wallets, where that is known. */
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
  /** The network that the wallet is on; it need not be one that the site configured. */
  readonly caipNetworkId: CaipNetworkId
  /** The networks that the wallet has agreed to; absent where any may be asked for. */
  readonly approvedNetworkIds?: readonly CaipNetworkId[]
  /** Connections of several families that began together also end together: the topic of their pairing session. */
  readonly session?: string
  /** How the wallet calls itself, where the connector is only the way to it. The name is clean, the icon a safe image. */
  readonly wallet?: { readonly name: string; readonly imageUrl?: string }
}
