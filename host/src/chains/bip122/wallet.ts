import type { Connector } from '@portico/contracts'
import type { ScriptType } from '@portico/contracts/chains/bitcoin/address'
import type { ReportedAccount } from './accounts.ts'
import type { BitcoinNetwork } from './networks.ts'

/** What a wallet shares with us. */
export interface Grant {
  readonly accounts: readonly ReportedAccount[]
  /** The network that the wallet reports; absent if it reports none. */
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
  /** Hexadecimal; the address identifies the same key, for wallets that take only one of them. */
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

/** What a kind of wallet accepts per input; anything else is refused without asking it (pitfall 22). */
export interface PsbtAbilities {
  /** `one`: a single type per input. */
  readonly sighash: 'any' | 'one' | 'none'
  readonly tweaks: readonly ('disableTweakSigner' | 'useTweakedSigner')[]
  /** The wallet broadcasts while signing; otherwise we do afterwards, once its answer is verified. */
  readonly broadcastsItself: boolean
}

/** `undefined`: something has changed, read again. */
export type WalletEvent = Partial<Grant> | 'gone' | undefined

/** One wallet of any kind. Its answers are unchecked and its errors foreign: the callers handle both. */
export interface BitcoinWallet {
  readonly connector: Connector
  serves(network: BitcoinNetwork): boolean
  /** Prompts the visitor. Reaches the wallet synchronously, so that it may open its popup. */
  connect(network: BitcoinNetwork): Promise<Grant>
  /** Never prompts; undefined if this kind of wallet cannot be read without a prompt. */
  read(network: BitcoinNetwork): Promise<Grant | undefined>
  disconnect(): Promise<void>
  /** Returns the undo; undefined if the wallet has no events. */
  subscribe(onEvent: (event: WalletEvent) => void): (() => void) | undefined
  /** Absent if the network cannot be switched from here. */
  switchNetwork?(network: BitcoinNetwork): Promise<void>
  signMessage(request: MessageRequest): Promise<unknown>
  /** The transaction id. Absent if the wallet does not send. */
  sendTransfer?(request: TransferRequest): Promise<unknown>
  readonly psbt: PsbtAbilities
  signPsbt(request: PsbtRequest): Promise<PsbtAnswer>
  /** Broadcasts what it has signed; undefined if it cannot. */
  pushPsbt?(psbt: Uint8Array, network: BitcoinNetwork): Promise<unknown> | undefined
}
