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
  /** Hexadecimal. Identifies the same key as the address, for wallets that take only one of the two. */
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

/** The options that a kind of wallet accepts per input; any others are refused without asking it (pitfall 22). */
export interface PsbtAbilities {
  /** `one`: a single sighash type per input. */
  readonly sighash: 'any' | 'one' | 'none'
  readonly tweaks: readonly ('disableTweakSigner' | 'useTweakedSigner')[]
  /** Whether the wallet broadcasts while signing; if not, we broadcast once its answer is verified. */
  readonly broadcastsItself: boolean
}

/** `undefined`: something has changed, and the wallet has to be read again. */
export type WalletEvent = Partial<Grant> | 'gone' | undefined

/** One wallet of any kind. Callers have to check its answers and translate its errors. */
export interface BitcoinWallet {
  readonly connector: Connector
  serves(network: BitcoinNetwork): boolean
  /** Prompts the visitor. Calls the wallet synchronously, so that it can open its popup. */
  connect(network: BitcoinNetwork): Promise<Grant>
  /** Never prompts; undefined if this kind of wallet cannot be read without a prompt. */
  read(network: BitcoinNetwork): Promise<Grant | undefined>
  disconnect(): Promise<void>
  /** Returns a function that removes the listener; undefined if the wallet has no events. */
  subscribe(onEvent: (event: WalletEvent) => void): (() => void) | undefined
  /** Absent if the page cannot switch the network. */
  switchNetwork?(network: BitcoinNetwork): Promise<void>
  signMessage(request: MessageRequest): Promise<unknown>
  /** Resolves with the transaction id. Absent if the wallet does not send. */
  sendTransfer?(request: TransferRequest): Promise<unknown>
  readonly psbt: PsbtAbilities
  signPsbt(request: PsbtRequest): Promise<PsbtAnswer>
  /** Broadcasts a PSBT that the wallet has signed; returns undefined if the wallet cannot. */
  pushPsbt?(psbt: Uint8Array, network: BitcoinNetwork): Promise<unknown> | undefined
}
