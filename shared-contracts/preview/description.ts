import type { CaipNetworkId } from '../src/caip.ts'
import type { PreviewMessageKey } from './messageKeys.ts'

/** `0x` and bytes in lower-case hexadecimal. */
export type Hex = `0x${string}`

/** The kinds of requests and of their parts. Anything uncertain is an unknown call, instruction or request. */
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

/** The value shown with a label. Amounts are exact, in their token's smallest unit. */
export type Value =
  | {
      readonly type: 'address'
      readonly address: string
      /** The address's name, if the context knows one. The view checks for look-alike addresses. */
      readonly name?: string
    }
  | {
      readonly type: 'amount'
      readonly amount: bigint
      /** Undefined when unknown; the amount can then only be shown in the smallest unit. */
      readonly decimals?: number
      readonly symbol?: string
      /** True when the amount is above any supply: an unlimited allowance. */
      readonly isUnlimited?: boolean
    }
  | { readonly type: 'integer'; readonly integer: bigint }
  | { readonly type: 'boolean'; readonly boolean: boolean }
  /** Invisible and bidi control characters are replaced by their code points, as in `⟨U+202E⟩` (`visibleText`). */
  | { readonly type: 'text'; readonly text: string; readonly hasHidden: boolean }
  | { readonly type: 'raw'; readonly hex: Hex }
  /** Seconds since 1970. */
  | { readonly type: 'time'; readonly seconds: bigint }
  | { readonly type: 'network'; readonly caipNetworkId: CaipNetworkId }
  /** An entry of a Solana address lookup table that is missing in the context. */
  | { readonly type: 'lookup'; readonly table: string; readonly index: number }

export interface Line {
  readonly labelKey: PreviewMessageKey
  /** Undefined when the label alone is enough. */
  readonly value?: Value
  readonly isWarning?: boolean
}

/** A row of typed data. Names and types are the site's own words, with hidden characters made visible. */
export type Field =
  | { readonly name: string; readonly type: string; readonly value: Value }
  | { readonly name: string; readonly type: string; readonly fields: readonly Field[] }

/** How an account's balance changes. */
export interface BalanceChange {
  readonly address: string
  /** Undefined for the network's own currency. */
  readonly token?: string
  readonly tokenId?: bigint
  /** In the smallest unit; negative when it leaves the account. */
  readonly change: bigint
}

/** What a spender may take from the account after the request. */
export interface Grant {
  readonly token: string
  readonly spender: string
  /** The id of one NFT. */
  readonly tokenId?: bigint
  /** In the smallest unit. When neither this nor `tokenId` is given, everything of that contract may be taken. */
  readonly amount?: bigint
  /** True when the amount is above any supply. */
  readonly isUnlimited?: boolean
}

/** The result of a simulation. `describeRequest` makes no network requests, so its caller has to simulate. */
export type Effects =
  | { readonly status: 'notSimulated' }
  | { readonly status: 'failed' }
  | { readonly status: 'reverts'; readonly reason?: string }
  | {
      readonly status: 'simulated'
      readonly changes: readonly BalanceChange[]
      readonly grants?: readonly Grant[]
      /** Solana accounts that only the visitor controls before the transaction, and someone else too after it. */
      readonly handedOver?: readonly string[]
      /** True when another change that affects the account cannot be read, so this list is incomplete. */
      readonly isPartial?: boolean
      /** True when all balances are listed, but another change that affects the account cannot be read. */
      readonly hasMore?: boolean
    }

/** The raw data: either bytes, or the request parameters as JSON with every hidden character escaped. */
export type Raw = { readonly type: 'hex'; readonly hex: Hex } | { readonly type: 'json'; readonly json: string }

/** A description of what is about to be signed, as data. The view formats the values and looks up the texts. */
export interface Description {
  readonly kind: DescriptionKind
  readonly titleKey: PreviewMessageKey
  readonly lines: readonly Line[]
  /** Typed data, as a table of nested rows. */
  readonly fields?: readonly Field[]
  /** The components in order: the calls of a batch, or the instructions of a transaction. */
  readonly parts?: readonly Description[]
  readonly raw: Raw
  readonly effects: Effects
}

/** What a reader finds in a request, or in a part of one. */
export type Finding = Pick<Description, 'kind' | 'lines' | 'fields' | 'parts'>
