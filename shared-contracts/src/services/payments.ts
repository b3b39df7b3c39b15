import {
  array,
  fallback,
  type InferOutput,
  integer,
  literal,
  maxLength,
  maxValue,
  minLength,
  minValue,
  number,
  object,
  optional,
  picklist,
  pipe,
  record,
  regex,
  string,
  union,
  unknown,
  variant,
} from 'valibot'
import { listOf } from './listOf.ts'
import { AddressText, CaipAddressText, CaipNetworkIdText, IntegerText, NameText, WebAddressText } from './wireText.ts'

/** services.md §9. The first path takes JSON-RPC 2.0 requests, and refuses with the status 200 and an `error`. */
export const PAYMENTS_PATHS = {
  jsonRpc: '/v1/json-rpc',
  quote: '/appkit/v1/transfers/quote',
  status: '/appkit/v1/transfers/status',
  exchangeAssets: '/appkit/v1/transfers/assets/exchanges',
} as const

export const exchangeAssetsPath = (exchangeId: string) =>
  `${PAYMENTS_PATHS.exchangeAssets}/${encodeURIComponent(exchangeId)}`

/** services.md §9.1: the names of the methods. */
export const EXCHANGE_METHODS = {
  exchanges: 'reown_getExchanges',
  payUrl: 'reown_getExchangePayUrl',
  buyStatus: 'reown_getExchangeBuyStatus',
} as const

/** The exchange with test money. Only it is offered for assets on test networks, and only for those (views.md §21). */
export const TEST_EXCHANGE_ID = 'reown_test'

/** services.md §9.2: the error codes that clients use. */
export const PAY_ERROR_CODES = [
  'INVALID_PAYMENT_CONFIG',
  'INVALID_RECIPIENT',
  'INVALID_ASSET',
  'INVALID_AMOUNT',
  'UNKNOWN_ERROR',
  'UNABLE_TO_INITIATE_PAYMENT',
  'INVALID_CHAIN_NAMESPACE',
  'GENERIC_PAYMENT_ERROR',
  'UNABLE_TO_GET_EXCHANGES',
  'ASSET_NOT_SUPPORTED',
  'UNABLE_TO_GET_PAY_URL',
  'UNABLE_TO_GET_BUY_STATUS',
  'UNABLE_TO_GET_TOKEN_BALANCES',
  'UNABLE_TO_GET_QUOTE',
  'UNABLE_TO_GET_QUOTE_STATUS',
  'INVALID_RECIPIENT_ADDRESS_FOR_ASSET',
] as const

/** Stands for a network's coin, in place of a token's address. */
export const NATIVE_ASSET = 'native'

const ID_MAX_CHARACTERS = 128
/** The request id of a transfer contains all data about it. */
const REQUEST_ID_MAX_CHARACTERS = 4_096

/** The id of an exchange, or of a session with it. */
const IdText = pipe(string(), minLength(1, 'must not be empty'), maxLength(ID_MAX_CHARACTERS, 'must be shorter'))
const RequestIdText = pipe(
  string(),
  regex(/^[-\w.~:]+$/, 'must be an id'),
  maxLength(REQUEST_ID_MAX_CHARACTERS, 'must be shorter'),
)

/** An amount in the smallest unit, above zero. */
const PositiveText = pipe(IntegerText, regex(/^[1-9]/, 'must be more than nothing'))

const Caip19Text = pipe(
  string(),
  regex(
    /^[-a-z0-9]{3,8}:[-_a-zA-Z0-9]{1,32}\/[-a-z0-9]{3,8}:[-.%a-zA-Z0-9]{1,128}$/,
    'must be a CAIP-19 asset, such as eip155:1/slip44:60',
  ),
)

/** services.md §9.3: an asset in a payment. */
export const PaymentAsset = object({
  /** CAIP-2 */
  network: CaipNetworkIdText,
  /** `NATIVE_ASSET`, or the token's address as its chain writes it. */
  asset: AddressText,
  metadata: object({
    name: NameText,
    symbol: NameText,
    decimals: pipe(number(), integer(), minValue(0), maxValue(255)),
    logoURI: fallback(optional(WebAddressText), undefined),
  }),
})

/** The parts of an asset that CAIP-19 expresses. */
export interface AssetPlace {
  /** CAIP-2 */
  readonly network: string
  /** `NATIVE_ASSET`, or the address of a token. */
  readonly asset: string
}

/** SLIP-44 coin types, keyed by family, or by chain where a chain has its own. */
const COIN_TYPES: Readonly<Record<string, string>> = {
  eip155: '60',
  'eip155:56': '714',
  'eip155:204': '714',
  solana: '501',
}
const TOKEN_NAMESPACES: Readonly<Record<string, string>> = { eip155: 'erc20', solana: 'token' }

const namespaceOf = (network: string) => network.slice(0, Math.max(network.indexOf(':'), 0))
const coinTypeOf = (network: string) => COIN_TYPES[network] ?? COIN_TYPES[namespaceOf(network)]

/** Writes an asset as CAIP-19 (services.md §9.1). @returns undefined for a family in which no exchange pays */
export function writeCaip19({ network, asset }: AssetPlace): string | undefined {
  const tokens = TOKEN_NAMESPACES[namespaceOf(network)]
  if (!tokens) return undefined
  return asset === NATIVE_ASSET ? `${network}/slip44:${coinTypeOf(network)}` : `${network}/${tokens}:${asset}`
}

/** @returns undefined for what `writeCaip19` does not write, except Ether's coin type for the chains 56 and 204 */
export function readCaip19(text: string): AssetPlace | undefined {
  const [, network = '', kind = '', reference = ''] = /^([^/]+)\/([^:/]+):([^:/]+)$/.exec(text) ?? []
  const namespace = namespaceOf(network)
  if (!TOKEN_NAMESPACES[namespace]) return undefined
  if (kind === TOKEN_NAMESPACES[namespace]) return { network, asset: reference }
  const isCoin = kind === 'slip44' && (reference === coinTypeOf(network) || reference === COIN_TYPES[namespace])
  return isCoin ? { network, asset: NATIVE_ASSET } : undefined
}

/** The addresses that stand for a network's coin in a quote (services.md §9.3: "the namespace native address"). */
export const NATIVE_CURRENCIES: Readonly<Record<string, string>> = {
  eip155: '0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee',
  solana: 'So11111111111111111111111111111111111111111',
}

/** @returns undefined for a family without transfers */
export const currencyOf = ({ network, asset }: AssetPlace): string | undefined =>
  asset === NATIVE_ASSET ? NATIVE_CURRENCIES[namespaceOf(network)] : asset

/** services.md §9.1: the parameters of the three methods, without the project. */
export const ExchangesParams = object({
  /** Clients count pages from 0 or from 1, and no client misses a page. */
  page: optional(pipe(number(), integer(), minValue(0, 'must be 0 or more'), maxValue(1_000)), 0),
  asset: optional(Caip19Text),
  /** An amount in whole units, such as `12.5`. */
  amount: optional(pipe(string(), maxLength(ID_MAX_CHARACTERS))),
  includeOnly: optional(listOf(IdText)),
  exclude: optional(listOf(IdText)),
})

/** An amount in whole units and without an exponent, such as `12.5`. */
export const PayAmountText = pipe(string(), regex(/^(?:0|[1-9]\d{0,77})(?:\.\d{1,78})?$/, 'must be a decimal number'))

export const ExchangePayUrlParams = object({
  exchangeId: IdText,
  asset: Caip19Text,
  amount: PayAmountText,
  /** CAIP-10 */
  recipient: CaipAddressText,
})

export const ExchangeBuyStatusParams = object({ exchangeId: IdText, sessionId: IdText })

/** services.md §9.1: the results of the three methods. */
export const Exchanges = object({
  exchanges: listOf(object({ id: IdText, name: NameText, imageUrl: fallback(string(), '') })),
  total: pipe(number(), integer(), minValue(0)),
})

export const ExchangePayUrl = object({ url: WebAddressText, sessionId: IdText })

export const BUY_STATUSES = ['UNKNOWN', 'IN_PROGRESS', 'SUCCESS', 'FAILED'] as const

export const ExchangeBuyStatus = object({
  /** `UNKNOWN` when nothing has been paid yet, or when the status is unknown. */
  status: picklist(BUY_STATUSES),
  /** Present once there is a transaction. */
  txHash: fallback(optional(pipe(string(), maxLength(ID_MAX_CHARACTERS))), undefined),
})

/** The error of a refusing method. The text contains `is not supported` when the exchange does not pay in the asset. */
export const PaymentsRpcError = object({
  code: number(),
  message: string(),
  /** Ours. */
  data: fallback(optional(object({ code: picklist(PAY_ERROR_CODES) })), undefined),
})

/** The answer to one call. Its result is parsed by the schema of the method. */
export const PaymentsRpcAnswer = union([
  object({ jsonrpc: literal('2.0'), error: PaymentsRpcError }),
  object({ jsonrpc: literal('2.0'), result: unknown() }),
])

/** A chain id without its family. */
const ReferenceText = pipe(string(), regex(/^[-_a-zA-Z0-9]{1,32}$/, 'must be the reference of a CAIP-2 id'))

/** services.md §9.3: what should arrive, and how the visitor pays for it. */
export const TransferQuoteRequest = object({
  /** The account that pays. Our service requires it. */
  user: optional(AddressText),
  originChainId: ReferenceText,
  /** A token's address, or the address that stands for the network's coin (`currencyOf`). */
  originCurrency: AddressText,
  destinationChainId: ReferenceText,
  destinationCurrency: AddressText,
  recipient: AddressText,
  /** The amount that arrives, exactly, in the smallest unit of the destination currency. */
  amount: PositiveText,
})

const Hex = pipe(string(), regex(/^0x(?:[\da-f]{2})*$/i, 'must be hexadecimal'))
const EvmAddressText = pipe(string(), regex(/^0x[\da-f]{40}$/i, 'must be an EVM address'))

/** An EVM transaction to be sent by the payer's wallet. */
export const EvmTransferTransaction = object({
  /** CAIP-2 */
  network: CaipNetworkIdText,
  from: EvmAddressText,
  to: EvmAddressText,
  data: Hex,
  /** Wei. */
  value: IntegerText,
  /** Our own addition: a sufficient gas limit. The first swap in a block writes more than an estimate accounts for. */
  gas: optional(IntegerText),
})

/** A step of the payment. The transfer's status is requested with the `requestId` of the last step. */
export const TransferStep = variant('type', [
  object({
    type: literal('deposit'),
    requestId: RequestIdText,
    deposit: object({ amount: PositiveText, currency: AddressText, receiver: AddressText }),
  }),
  object({
    type: literal('transaction'),
    requestId: RequestIdText,
    /** In our service, an `EvmTransferTransaction`. The form in other services is unknown. */
    transaction: unknown(),
  }),
])

export const TransferQuote = object({
  /** Set by the client itself, when the asset and the chain are the same on both sides. */
  type: optional(literal('direct-transfer')),
  /** The most that the visitor pays, including fees and slippage. */
  origin: object({
    amount: PositiveText,
    currency: PaymentAsset,
    /** Our own addition: what the visitor pays at current prices. Never more than `amount`. */
    expected: optional(PositiveText),
  }),
  /** The amount that arrives, exactly. */
  destination: object({ amount: PositiveText, currency: PaymentAsset }),
  fees: listOf(object({ id: NameText, label: NameText, amount: IntegerText, currency: PaymentAsset })),
  /** The quote is invalid if any step is unreadable, because no step may be left out. */
  steps: pipe(array(TransferStep), minLength(1), maxLength(10)),
  timeInSeconds: pipe(number(), minValue(0)),
})

export const TRANSFER_STATUSES = ['waiting', 'pending', 'success', 'failure', 'refund', 'timeout', 'submitted'] as const

export const TransferStatusQuery = object({
  requestId: RequestIdText,
  /** Our own addition: the transfer's transaction, if known. Without it, a failed one looks like a missing one. */
  txHash: optional(pipe(string(), regex(/^0x[\da-f]{64}$/i, 'must be the hash of a transaction'))),
})

export const TransferStatus = object({
  /** `waiting`: nothing has been seen yet. `timeout`: nothing has been seen, and nothing can follow. */
  status: picklist(TRANSFER_STATUSES),
  /** Our own addition: the transaction that paid the receiver. */
  txHash: fallback(optional(pipe(string(), maxLength(ID_MAX_CHARACTERS))), undefined),
})

/** The assets that an exchange can send to the address in a quote, keyed by namespace (`eip155`). */
export const ExchangeAssets = object({ exchangeId: IdText, assets: record(string(), listOf(PaymentAsset)) })

/** An error of the paths other than JSON-RPC. Its text is shown to the visitor. */
export const TransferError = object({
  error: string(),
  /** Our own addition: one of the services' error codes. */
  code: optional(string()),
  /** Our own addition: the reasons in the same form as below `/v1/`. */
  reasons: optional(array(object({ field: string(), description: string() }))),
})

export type PaymentAsset = InferOutput<typeof PaymentAsset>
export type PayErrorCode = (typeof PAY_ERROR_CODES)[number]
export type ExchangesParams = InferOutput<typeof ExchangesParams>
export type ExchangePayUrlParams = InferOutput<typeof ExchangePayUrlParams>
export type ExchangeBuyStatusParams = InferOutput<typeof ExchangeBuyStatusParams>
export type Exchanges = InferOutput<typeof Exchanges>
export type Exchange = Exchanges['exchanges'][number]
export type ExchangePayUrl = InferOutput<typeof ExchangePayUrl>
export type BuyStatus = (typeof BUY_STATUSES)[number]
export type ExchangeBuyStatus = InferOutput<typeof ExchangeBuyStatus>
export type PaymentsRpcError = InferOutput<typeof PaymentsRpcError>
export type PaymentsRpcAnswer = InferOutput<typeof PaymentsRpcAnswer>
export type TransferQuoteRequest = InferOutput<typeof TransferQuoteRequest>
export type EvmTransferTransaction = InferOutput<typeof EvmTransferTransaction>
export type TransferStep = InferOutput<typeof TransferStep>
export type TransferQuote = InferOutput<typeof TransferQuote>
export type TransferStatusName = (typeof TRANSFER_STATUSES)[number]
export type TransferStatusQuery = InferOutput<typeof TransferStatusQuery>
export type TransferStatus = InferOutput<typeof TransferStatus>
export type ExchangeAssets = InferOutput<typeof ExchangeAssets>
export type TransferError = InferOutput<typeof TransferError>
