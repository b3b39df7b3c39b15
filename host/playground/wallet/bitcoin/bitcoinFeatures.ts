import type { IdentifierString, WalletAccount } from '@wallet-standard/base'

/** Wallet Standard features for Bitcoin, as defined by `@exodus/bitcoin-wallet-standard` and adopted by others. */
export interface BitcoinFeatures {
  readonly 'bitcoin:connect': {
    readonly version: '1.0.0'
    /** Returns one account for each purpose, in the same order. */
    connect(input: {
      readonly purposes: readonly BitcoinPurpose[]
    }): Promise<{ readonly accounts: readonly WalletAccount[] }>
  }
  readonly 'bitcoin:signMessage': {
    readonly version: '1.0.0'
    signMessage(
      ...inputs: readonly { readonly account: WalletAccount; readonly message: Uint8Array }[]
    ): Promise<readonly { readonly signedMessage: Uint8Array; readonly signature: Uint8Array }[]>
  }
  readonly 'bitcoin:signTransaction': {
    readonly version: '1.0.0'
    signTransaction(...inputs: readonly SignTransactionInput[]): Promise<readonly { readonly signedPsbt: Uint8Array }[]>
  }
  readonly 'bitcoin:switchNetwork': {
    readonly version: '1.0.0'
    switchNetwork(input: { readonly chain: IdentifierString }): Promise<void>
  }
}

export type BitcoinPurpose = 'payment' | 'ordinals'

export interface SignTransactionInput {
  readonly psbt: Uint8Array
  readonly inputsToSign: readonly {
    readonly account: WalletAccount
    readonly signingIndexes: readonly number[]
    /** Names joined by `|`, e.g. `ALL|ANYONECANPAY`. */
    readonly sigHash?: string
  }[]
  readonly chain?: IdentifierString
}
