import type { CaipNetworkId } from '../src/caip.ts'
import type { PreviewMessageKey } from './messageKeys.ts'

/** `0x` and bytes in lower-case hexadecimal. */
export type Hex = `0x${string}`

/** What a request turns out to be. Whatever is not certainly one of the others is an unknown call, instruction or request. */
export const DESCRIPTION_KINDS = [
  'message',
  'signIn',
  'typedData',
  'unknownTypedData',
  'order',
  'nativeTransfer',
  'tokenTransfer',
  'nftTransfer',
  'approval',
  'revoke',
  'permit',
  'permit2',
  'batch',
  'safeCall',
  'swap',
  'claimedSwap',
  'wrap',
  'unwrap',
  'nameRegistration',
  'nameRenewal',
  'describedCall',
  'contractCreation',
  'delegation',
  'memo',
  'accountCreation',
  'accountClosing',
  'authorityChange',
  'networkFee',
  'durableNonce',
  'unknownCall',
  'unknownInstruction',
  'unknownRequest',
] as const
export type DescriptionKind = (typeof DESCRIPTION_KINDS)[number]

/** What stands beside a label. Amounts are in the smallest unit of their token, and exact. */
export type Value =
  | {
      readonly type: 'address'
      readonly address: string
      /** Who that is, where the context knows it. Addresses that look alike are for whoever shows them. */
      readonly name?: string
    }
  | {
      readonly type: 'amount'
      readonly amount: bigint
      /** Undefined: nobody knows how many, so the amount can only be shown in the smallest unit. */
      readonly decimals?: number
      readonly symbol?: string
      /** No supply reaches it: an allowance without an end. */
      readonly isUnlimited?: boolean
    }
  | { readonly type: 'integer'; readonly integer: bigint }
  | { readonly type: 'boolean'; readonly boolean: boolean }
  /** Characters that cannot be seen, or that turn others around, are written out (`visibleText`). */
  | { readonly type: 'text'; readonly text: string; readonly hasHidden: boolean }
  | { readonly type: 'raw'; readonly hex: Hex }
  /** Seconds since 1970. */
  | { readonly type: 'time'; readonly seconds: bigint }
  | { readonly type: 'network'; readonly caipNetworkId: CaipNetworkId }
  /** Entry of a Solana address lookup table that the context does not have. */
  | { readonly type: 'lookup'; readonly table: string; readonly index: number }

export interface Line {
  readonly labelKey: PreviewMessageKey
  /** Undefined: the label says everything. */
  readonly value?: Value
  readonly isWarning?: boolean
}

/** A row of typed data. Names and types are the site's own words, with hidden characters written out. */
export type Field =
  | { readonly name: string; readonly type: string; readonly value: Value }
  | { readonly name: string; readonly type: string; readonly fields: readonly Field[] }

/** How an account's balance changes. */
export interface BalanceChange {
  readonly address: string
  /** Undefined: the network's own currency. */
  readonly token?: string
  readonly tokenId?: bigint
  /** In the smallest unit; negative is what leaves. */
  readonly change: bigint
}

/** What somebody may take from the account from then on. */
export interface Grant {
  readonly token: string
  readonly spender: string
  /** One NFT. */
  readonly tokenId?: bigint
  /** In the smallest unit. Undefined, and without a number of an NFT: everything of that contract. */
  readonly amount?: bigint
  /** No supply reaches it. */
  readonly isUnlimited?: boolean
}

/** What a simulation found. `describeRequest` asks nobody, so it leaves this to whoever simulates. */
export type Effects =
  | { readonly status: 'notSimulated' }
  | { readonly status: 'failed' }
  | { readonly status: 'reverts'; readonly reason?: string }
  | {
      readonly status: 'simulated'
      readonly changes: readonly BalanceChange[]
      readonly grants?: readonly Grant[]
      /** Accounts of Solana that were the visitor's alone before, and over which somebody else has power afterwards. */
      readonly handedOver?: readonly string[]
      /** Something else concerns the account and cannot be read: this is not all. */
      readonly isPartial?: boolean
      /** All balances are here. Something else that concerns the account changes too, and cannot be read. */
      readonly hasMore?: boolean
    }

/** The data itself: bytes, or the parameters of the request as JSON with every hidden character escaped. */
export type Raw = { readonly type: 'hex'; readonly hex: Hex } | { readonly type: 'json'; readonly json: string }

/** What is about to be signed, as data: whoever shows it formats values and looks the texts up. */
export interface Description {
  readonly kind: DescriptionKind
  readonly titleKey: PreviewMessageKey
  readonly lines: readonly Line[]
  /** Typed data, as a table of nested rows. */
  readonly fields?: readonly Field[]
  /** What it is made of, in its order: the calls of a batch, the instructions of a transaction. */
  readonly parts?: readonly Description[]
  readonly raw: Raw
  readonly effects: Effects
}

/** What a reader of one sort of call makes of it. */
export type Finding = Pick<Description, 'kind' | 'lines' | 'fields' | 'parts'>
