/** The fields that are used from `bitcoind` transactions (`getblock` with verbosity 3). */
export interface NodeOutput {
  /** In coins. */
  readonly value: number
  readonly scriptPubKey: {
    readonly hex: string
    readonly asm: string
    readonly type: string
    readonly address?: string
  }
}

export interface NodeInput {
  readonly coinbase?: string
  readonly txid?: string
  readonly vout?: number
  readonly scriptSig?: { readonly hex: string; readonly asm: string }
  readonly txinwitness?: readonly string[]
  /** Missing while the transaction is not in a block. */
  readonly prevout?: NodeOutput
  readonly sequence: number
}

export interface NodeTransaction {
  readonly txid: string
  readonly version: number
  readonly locktime: number
  readonly size: number
  readonly weight: number
  readonly vin: readonly NodeInput[]
  readonly vout: readonly NodeOutput[]
}

export interface NodeBlock {
  readonly hash: string
  readonly height: number
  readonly version: number
  readonly time: number
  readonly mediantime: number
  readonly nonce: number
  readonly bits: string
  readonly difficulty: number
  readonly merkleroot: string
  readonly nTx: number
  readonly size: number
  readonly weight: number
  readonly previousblockhash?: string
  readonly tx: readonly NodeTransaction[]
}
