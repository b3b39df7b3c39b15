import type { CaipNetworkId, ChainNamespace } from './caip.ts'

/** §3: how a wallet was found. */
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
}

/** §3: an account that a connection gives access to. */
export interface ConnectionAccount {
  readonly address: string
  readonly type?: 'eoa' | 'smartAccount' | 'payment' | 'ordinal'
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
}
