import {
  boolean,
  fallback,
  type InferOutput,
  integer,
  maxLength,
  maxValue,
  minValue,
  nullable,
  number,
  object,
  optional,
  pipe,
  regex,
  string,
} from 'valibot'
import { listOf } from './listOf.ts'
import { AddressText, CaipAddressText, CaipNetworkIdText, IntegerText, NameText } from './wireText.ts'

/** services.md §7.8 to §7.13. Amounts are integers in the smallest unit. */
export const CONVERT_PATHS = {
  tokens: '/v1/convert/tokens',
  quotes: '/v1/convert/quotes',
  gasPrice: '/v1/convert/gas-price',
  allowance: '/v1/convert/allowance',
  buildApprove: '/v1/convert/build-approve',
  buildTransaction: '/v1/convert/build-transaction',
} as const

export const SLIPPAGE_PERCENT_MAX = 50

/** The longest transaction in base64: a Solana packet has 1,232 bytes. */
const SOLANA_TRANSACTION_MAX = 1_644

const SolanaTransaction = pipe(
  string(),
  maxLength(SOLANA_TRANSACTION_MAX, 'must be shorter'),
  regex(/^(?=.)(?:[\da-z+/]{4})*(?:[\da-z+/]{2}==|[\da-z+/]{3}=)?$/i, 'must be base64'),
)

const Slippage = object({
  /** In per cent. */
  slippage: pipe(number(), minValue(0), maxValue(SLIPPAGE_PERCENT_MAX)),
})

const Hex = pipe(string(), regex(/^0x(?:[\da-f]{2})*$/i, 'must be hexadecimal'))

export const ConvertChainQuery = object({ chainId: CaipNetworkIdText })

export const ConvertTokens = object({
  tokens: listOf(
    object({
      name: NameText,
      symbol: NameText,
      address: CaipAddressText,
      decimals: pipe(number(), integer(), minValue(0), maxValue(255)),
      logoUri: fallback(string(), ''),
      eip2612: fallback(optional(boolean()), undefined),
    }),
  ),
})

export const QuoteQuery = object({
  amount: IntegerText,
  userAddress: AddressText,
  from: CaipAddressText,
  to: CaipAddressText,
  /** Wei. */
  gasPrice: optional(IntegerText),
})

/** Empty when there is no route between the two tokens for that amount. */
export const Quotes = object({
  quotes: listOf(
    object({
      id: nullable(string()),
      fromAmount: IntegerText,
      fromAccount: CaipAddressText,
      toAmount: IntegerText,
      toAccount: CaipAddressText,
    }),
  ),
})

/** Prices in wei or, on Solana, in lamports per signature. */
export const GasPrices = object({ standard: IntegerText, fast: IntegerText, instant: IntegerText })

export const AllowanceQuery = object({ tokenAddress: CaipAddressText, userAddress: CaipAddressText })
export const Allowance = object({ allowance: IntegerText })

export const ApproveQuery = object({
  userAddress: CaipAddressText,
  from: CaipAddressText,
  to: CaipAddressText,
  /** Our own addition: the amount of the allowance. Without it, the approval is unlimited, as in services.md §7.12. */
  amount: optional(IntegerText),
})

/** The transaction goes to the token's address in `from`. `to` contains no address (services.md §7.12). */
export const BuiltApprove = object({
  tx: object({
    from: CaipAddressText,
    to: CaipAddressText,
    data: Hex,
    value: IntegerText,
    eip155: object({ gas: fallback(optional(number()), undefined), gasPrice: IntegerText }),
  }),
})

export const SwapRequest = object({
  projectId: string(),
  amount: IntegerText,
  from: CaipAddressText,
  to: CaipAddressText,
  userAddress: CaipAddressText,
  eip155: optional(Slippage),
  /** Our own addition, like `disableEstimate`. It is Solana's counterpart of `eip155`. */
  solana: optional(Slippage),
  disableEstimate: optional(boolean()),
})

export const BuiltSwap = object({
  tx: object({
    from: CaipAddressText,
    to: CaipAddressText,
    data: Hex,
    /** The output, in the smallest unit of the target token. */
    amount: IntegerText,
    eip155: object({ gas: IntegerText, gasPrice: IntegerText }),
  }),
})

/** Our own addition: on Solana, a whole transaction, which contains its route. */
export const BuiltSolanaSwap = object({
  tx: object({
    from: CaipAddressText,
    /** A legacy or version 0 transaction in base64, signed by everyone except `from`. */
    data: SolanaTransaction,
    /** The output, in the smallest unit of the target token. */
    amount: IntegerText,
    solana: object({
      /** The last block that accepts the transaction. */
      lastValidBlockHeight: pipe(number(), integer(), minValue(0)),
    }),
  }),
})

export type ConvertTokens = InferOutput<typeof ConvertTokens>
export type QuoteQuery = InferOutput<typeof QuoteQuery>
export type Quotes = InferOutput<typeof Quotes>
export type GasPrices = InferOutput<typeof GasPrices>
export type AllowanceQuery = InferOutput<typeof AllowanceQuery>
export type Allowance = InferOutput<typeof Allowance>
export type ApproveQuery = InferOutput<typeof ApproveQuery>
export type BuiltApprove = InferOutput<typeof BuiltApprove>
export type SwapRequest = InferOutput<typeof SwapRequest>
export type BuiltSwap = InferOutput<typeof BuiltSwap>
export type BuiltSolanaSwap = InferOutput<typeof BuiltSolanaSwap>
