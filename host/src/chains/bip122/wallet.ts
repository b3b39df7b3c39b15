import type { Connector } from '@portico/contracts'
import type { ScriptType } from '@portico/contracts/chains/bitcoin/address'
import type { ReportedAccount } from './accounts.ts'
import type { BitcoinNetwork } from './networks.ts'

/** What a wallet lets us see. */
export interface Grant {
  readonly accounts: readonly ReportedAccount[]
  /** Where the wallet says that it is; absent where it does not say. */
  readonly network?: BitcoinNetwork
}

export type MessageProtocol = 'ecdsa' | 'bip322'

export interface MessageRequest {
  readonly message: string
  readonly address: string
  readonly type: ScriptType
  readonly protocol: MessageProtocol
  readonly network: BitcoinNetwork
}

export interface TransferRequest {
  readonly from: string
  readonly recipient: string
  readonly satoshi: bigint
  readonly network: BitcoinNetwork
}

export interface InputToSign {
  readonly address: string
  readonly index: number
  readonly sighashTypes?: readonly number[]
  /** Hexadecimal; the address names the same key, so a wallet that takes only one of them takes the address. */
  readonly publicKey?: string
  readonly disableTweakSigner?: boolean
  readonly useTweakedSigner?: boolean
}

export interface PsbtRequest {
  readonly psbt: Uint8Array
  /** Never empty. */
  readonly inputs: readonly InputToSign[]
  readonly broadcast: boolean
  readonly network: BitcoinNetwork
}

interface PsbtAnswer {
  /** Bytes, hexadecimal or base64, unchecked. */
  readonly psbt: unknown
  readonly txid?: unknown
}

/** What a kind of wallet takes with an input; what it does not take is refused before it is asked (pitfall 22). */
export interface PsbtAbilities {
  /** `one`: a single type for each input. */
  readonly sighash: 'any' | 'one' | 'none'
  readonly tweaks: readonly ('disableTweakSigner' | 'useTweakedSigner')[]
  /** It sends what it signs while it signs it; otherwise that happens afterwards, when we have seen what it signed. */
  readonly broadcastsItself: boolean
}

/** `undefined`: something has changed, look again. */
export type WalletEvent = Partial<Grant> | 'gone' | undefined

/**
 * One wallet, whatever it speaks. What it answers is not trusted, what it throws is its own: both are seen to above this.
 */
export interface BitcoinWallet {
  readonly connector: Connector
  serves(network: BitcoinNetwork): boolean
  /** Asks the visitor. Reaches the wallet before anything is awaited, so that it may open its window. */
  connect(network: BitcoinNetwork): Promise<Grant>
  /** Never asks the visitor; undefined where this kind of wallet cannot be read without that. */
  read(network: BitcoinNetwork): Promise<Grant | undefined>
  disconnect(): Promise<void>
  /** Returns the undo; undefined where the wallet says nothing of its own accord. */
  subscribe(onEvent: (event: WalletEvent) => void): (() => void) | undefined
  /** Absent where the wallet cannot be moved from here. */
  switchNetwork?(network: BitcoinNetwork): Promise<void>
  signMessage(request: MessageRequest): Promise<unknown>
  /** The id of the transaction. Absent where the wallet sends nothing. */
  sendTransfer?(request: TransferRequest): Promise<unknown>
  readonly psbt: PsbtAbilities
  signPsbt(request: PsbtRequest): Promise<PsbtAnswer>
  /** Sends what it has signed; undefined where it cannot, here or at all. */
  pushPsbt?(psbt: Uint8Array, network: BitcoinNetwork): Promise<unknown> | undefined
}
