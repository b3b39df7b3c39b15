/**
 * The non-EVM accounts of the development mnemonic `test test … junk`, whose EVM accounts anvil funds. Their keys are
 * public. The README names their derivation paths.
 */

/** `m/44'/501'/n'/0'` (SLIP-10, Ed25519) for n from 0 to 4. */
export const SOLANA_ACCOUNTS: readonly string[] = [
  'oeYf6KAJkLYhBuR8CiGc6L4D4Xtfepr85fuDgA9kq96',
  'AqynRZwvVqUPRwRJXvm6odUb3t93fDjnWe3p6BeuUFxD',
  'CqMbRgMuEhQi9BUS8xP44Wk5nENm48FqJnfjEi4eNb1k',
  '9Tj3srBSxH7RFRCm8uharreY7ZBS49XSfpwCeYa7Xaqp',
  '6gYw7q94fJdEwL8WkT1a6LHBdTMbix1aciALwEWPx3Wp',
]

export interface BitcoinAccount {
  /** P2WPKH, `m/84'/1'/n'/0/0`. */
  readonly payment: string
  /** P2TR, `m/86'/1'/n'/0/0`. */
  readonly ordinal: string
}

/** Regtest addresses for n = 0 and 1. */
export const BITCOIN_ACCOUNTS: readonly BitcoinAccount[] = [
  {
    payment: 'bcrt1qquv9lg5g2r4jkr0ahun0ddfg5xntxjelwjpnuw',
    ordinal: 'bcrt1pfewlxm8meyyvgjydfu7v8j4ej64symj6ut8sf66h9germp94qgzs92e5zv',
  },
  {
    payment: 'bcrt1qddd479298yf4mtzdxwudkd7npj7ln3s5g9awk3',
    ordinal: 'bcrt1ps033a9wkghkslwe88lxqw3lv4j7afac9jcmjqteguuk0q7eat4fsp4cyrt',
  },
]
