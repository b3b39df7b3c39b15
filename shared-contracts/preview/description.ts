import type { CaipNetworkId } from '../src/caip.ts'
import type { PreviewMessageKey } from './messageKeys.ts'

/** `0x` and bytes in lower-case hexadecimal. */
export type Hex = `0x${string}`

/**
 * What kind of thing a request is. Anything not certainly one of the others is an unknown call, instruction or request.
 */
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

/** The value beside a label. Amounts are exact, in their token's smallest unit. */
export type Value =
  | {
      readonly type: 'address'
      readonly address: string
      /** The address's name, if the context knows it. Look-alike checks are up to the view. */
      readonly name?: string
    }
  | {
      readonly type: 'amount'
      readonly amount: bigint
      /** Undefined when unknown, so the amount can only be shown in the smallest unit. */
      readonly decimals?: number
      readonly symbol?: string
      /** No supply reaches it: an unlimited allowance. */
      readonly isUnlimited?: boolean
    }
  | { readonly type: 'integer'; readonly integer: bigint }
  | { readonly type: 'boolean'; readonly boolean: boolean }
  /** Invisible and bidi control characters are written out (`visibleText`). */
  | { readonly type: 'text'; readonly text: string; readonly hasHidden: boolean }
  | { readonly type: 'raw'; readonly hex: Hex }
  /** Seconds since 1970. */
  | { readonly type: 'time'; readonly seconds: bigint }
  | { readonly type: 'network'; readonly caipNetworkId: CaipNetworkId }
  /** An entry of a Solana address lookup table that the context lacks. */
  | { readonly type: 'lookup'; readonly table: string; readonly index: number }

export interface Line {
  readonly labelKey: PreviewMessageKey
  /** Undefined when the label says everything. */
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
  /** In the smallest unit; negative when it leaves the account. */
  readonly change: bigint
}

/** What a spender may take from the account afterwards. */
export interface Grant {
  readonly token: string
  readonly spender: string
  /** One NFT. */
  readonly tokenId?: bigint
  /** In the smallest unit. Undefined without a `tokenId` means everything of that contract. */
  readonly amount?: bigint
  /** No supply reaches it. */
  readonly isUnlimited?: boolean
}

/** The result of a simulation. `describeRequest` makes no network requests and leaves this to its caller. */
export type Effects =
  | { readonly status: 'notSimulated' }
  | { readonly status: 'failed' }
  | { readonly status: 'reverts'; readonly reason?: string }
  | {
      readonly status: 'simulated'
      readonly changes: readonly BalanceChange[]
      readonly grants?: readonly Grant[]
      /** Solana accounts that only the visitor controlled before, and that someone else controls afterwards. */
      readonly handedOver?: readonly string[]
      /** Something else affects the account and cannot be read, so this list is incomplete. */
      readonly isPartial?: boolean
      /** All balances are here, but something else that affects the account changes too and cannot be read. */
      readonly hasMore?: boolean
    }

/** The raw data: bytes, or the request parameters as JSON with every hidden character escaped. */
export type Raw = { readonly type: 'hex'; readonly hex: Hex } | { readonly type: 'json'; readonly json: string }

/** What is about to be signed, as data; the view formats values and looks up texts. */
export interface Description {
  readonly kind: DescriptionKind
  readonly titleKey: PreviewMessageKey
  readonly lines: readonly Line[]
  /** Typed data, as a table of nested rows. */
  readonly fields?: readonly Field[]
  /** Its components in order: the calls of a batch, the instructions of a transaction. */
  readonly parts?: readonly Description[]
  readonly raw: Raw
  readonly effects: Effects
}

/** What a reader makes of one kind of call. */
export type Finding = Pick<Description, 'kind' | 'lines' | 'fields' | 'parts'>
