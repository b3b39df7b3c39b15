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

/** services.md §9. The first speaks JSON-RPC 2.0, and refuses with status 200 and an `error`. */
export const PAYMENTS_PATHS = {
  jsonRpc: '/v1/json-rpc',
  quote: '/appkit/v1/transfers/quote',
  status: '/appkit/v1/transfers/status',
  exchangeAssets: '/appkit/v1/transfers/assets/exchanges',
} as const

export const exchangeAssetsPath = (exchangeId: string) =>
  `${PAYMENTS_PATHS.exchangeAssets}/${encodeURIComponent(exchangeId)}`

/** services.md §9.1 */
export const EXCHANGE_METHODS = {
  exchanges: 'reown_getExchanges',
  payUrl: 'reown_getExchangePayUrl',
  buyStatus: 'reown_getExchangeBuyStatus',
} as const

/** Pays with test money: the only exchange for assets of test networks, and for no others (views.md §21). */
export const TEST_EXCHANGE_ID = 'reown_test'

/** services.md §9.2: clients' error codes. */
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

/** Replaces the address when the asset is a network's coin. */
export const NATIVE_ASSET = 'native'

const ID_MAX_CHARACTERS = 128
/** A transfer's request id contains all its data. */
const REQUEST_ID_MAX_CHARACTERS = 4_096

/** The id of an exchange, or of a session with it. */
const IdText = pipe(string(), minLength(1, 'must not be empty'), maxLength(ID_MAX_CHARACTERS, 'must be shorter'))
const RequestIdText = pipe(
  string(),
  regex(/^[-\w.~:]+$/, 'must be an id'),
  maxLength(REQUEST_ID_MAX_CHARACTERS, 'must be shorter'),
)

/** In the smallest unit, above zero. */
const PositiveText = pipe(IntegerText, regex(/^[1-9]/, 'must be more than nothing'))

const Caip19Text = pipe(
  string(),
  regex(
    /^[-a-z0-9]{3,8}:[-_a-zA-Z0-9]{1,32}\/[-a-z0-9]{3,8}:[-.%a-zA-Z0-9]{1,128}$/,
    'must be a CAIP-19 asset, such as eip155:1/slip44:60',
  ),
)

/** services.md §9.3 */
export const PaymentAsset = object({
  /** CAIP-2 */
  network: CaipNetworkIdText,
  /** `NATIVE_ASSET`, or the token's address in its chain's notation. */
  asset: AddressText,
  metadata: object({
    name: NameText,
    symbol: NameText,
    decimals: pipe(number(), integer(), minValue(0), maxValue(255)),
    logoURI: fallback(optional(WebAddressText), undefined),
  }),
})

/** The part of an asset that CAIP-19 expresses. */
export interface AssetPlace {
  /** CAIP-2 */
  readonly network: string
  /** `NATIVE_ASSET`, or the address of a token. */
  readonly asset: string
}

/** SLIP-44 by family, and by chain where a chain differs. */
const COIN_TYPES: Readonly<Record<string, string>> = {
  eip155: '60',
  'eip155:56': '714',
  'eip155:204': '714',
  solana: '501',
}
const TOKEN_NAMESPACES: Readonly<Record<string, string>> = { eip155: 'erc20', solana: 'token' }

const namespaceOf = (network: string) => network.slice(0, Math.max(network.indexOf(':'), 0))
const coinTypeOf = (network: string) => COIN_TYPES[network] ?? COIN_TYPES[namespaceOf(network)]

/** CAIP-19 in the form of services.md §9.1. @returns undefined for a family in which no exchange pays */
export function writeCaip19({ network, asset }: AssetPlace): string | undefined {
  const tokens = TOKEN_NAMESPACES[namespaceOf(network)]
  if (!tokens) return undefined
  return asset === NATIVE_ASSET ? `${network}/slip44:${coinTypeOf(network)}` : `${network}/${tokens}:${asset}`
}

/**
 * @returns undefined for anything that `writeCaip19` does not write, except that 56 and 204 also accept Ether's coin
 * type
 */
export function readCaip19(text: string): AssetPlace | undefined {
  const [, network = '', kind = '', reference = ''] = /^([^/]+)\/([^:/]+):([^:/]+)$/.exec(text) ?? []
  const namespace = namespaceOf(network)
  if (!TOKEN_NAMESPACES[namespace]) return undefined
  if (kind === TOKEN_NAMESPACES[namespace]) return { network, asset: reference }
  const isCoin = kind === 'slip44' && (reference === coinTypeOf(network) || reference === COIN_TYPES[namespace])
  return isCoin ? { network, asset: NATIVE_ASSET } : undefined
}

/** A network's coin in a quote (services.md §9.3: "the namespace native address"). */
export const NATIVE_CURRENCIES: Readonly<Record<string, string>> = {
  eip155: '0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee',
  solana: 'So11111111111111111111111111111111111111111',
}

/** @returns undefined for a family without transfers */
export const currencyOf = ({ network, asset }: AssetPlace): string | undefined =>
  asset === NATIVE_ASSET ? NATIVE_CURRENCIES[namespaceOf(network)] : asset

/** services.md §9.1: the parameters of the three methods, besides the project. */
export const ExchangesParams = object({
  /** Clients count from 0 or from 1: neither misses a page. */
  page: optional(pipe(number(), integer(), minValue(0, 'must be 0 or more'), maxValue(1_000)), 0),
  asset: optional(Caip19Text),
  /** In whole units: `12.5`. */
  amount: optional(pipe(string(), maxLength(ID_MAX_CHARACTERS))),
  includeOnly: optional(listOf(IdText)),
  exclude: optional(listOf(IdText)),
})

/** In whole units, without an exponent: `12.5`. */
export const PayAmountText = pipe(string(), regex(/^(?:0|[1-9]\d{0,77})(?:\.\d{1,78})?$/, 'must be a decimal number'))

export const ExchangePayUrlParams = object({
  exchangeId: IdText,
  asset: Caip19Text,
  amount: PayAmountText,
  /** CAIP-10 */
  recipient: CaipAddressText,
})

export const ExchangeBuyStatusParams = object({ exchangeId: IdText, sessionId: IdText })

/** services.md §9.1: their results. */
export const Exchanges = object({
  exchanges: listOf(object({ id: IdText, name: NameText, imageUrl: fallback(string(), '') })),
  total: pipe(number(), integer(), minValue(0)),
})

export const ExchangePayUrl = object({ url: WebAddressText, sessionId: IdText })

export const BUY_STATUSES = ['UNKNOWN', 'IN_PROGRESS', 'SUCCESS', 'FAILED'] as const

export const ExchangeBuyStatus = object({
  /** `UNKNOWN`: not paid yet, or unknown. */
  status: picklist(BUY_STATUSES),
  /** Present once there is a transaction. */
  txHash: fallback(optional(pipe(string(), maxLength(ID_MAX_CHARACTERS))), undefined),
})

/** A method's refusal. The text contains `is not supported` when the exchange does not pay in the asset. */
export const PaymentsRpcError = object({
  code: number(),
  message: string(),
  /** Ours. */
  data: fallback(optional(object({ code: picklist(PAY_ERROR_CODES) })), undefined),
})

/** The answer to one call. The method's schema parses the result. */
export const PaymentsRpcAnswer = union([
  object({ jsonrpc: literal('2.0'), error: PaymentsRpcError }),
  object({ jsonrpc: literal('2.0'), result: unknown() }),
])

/** A chain id without its family. */
const ReferenceText = pipe(string(), regex(/^[-_a-zA-Z0-9]{1,32}$/, 'must be the reference of a CAIP-2 id'))

/** services.md §9.3. What should arrive, and what pays for it. */
export const TransferQuoteRequest = object({
  /** The payer. Our service requires it. */
  user: optional(AddressText),
  originChainId: ReferenceText,
  /** A token's address, or the family's address for its coin (`currencyOf`). */
  originCurrency: AddressText,
  destinationChainId: ReferenceText,
  destinationCurrency: AddressText,
  recipient: AddressText,
  /** In the smallest unit of the destination currency: exactly this amount arrives. */
  amount: PositiveText,
})

const Hex = pipe(string(), regex(/^0x(?:[\da-f]{2})*$/i, 'must be hexadecimal'))
const EvmAddressText = pipe(string(), regex(/^0x[\da-f]{40}$/i, 'must be an EVM address'))

/** An EVM transaction for the payer's wallet. */
export const EvmTransferTransaction = object({
  /** CAIP-2 */
  network: CaipNetworkIdText,
  from: EvmAddressText,
  to: EvmAddressText,
  data: Hex,
  /** Wei. */
  value: IntegerText,
  /** Ours: a sufficient limit. The first swap in a block writes more than an estimate sees. */
  gas: optional(IntegerText),
})

/** A step of the payment, in order. The last one's `requestId` identifies the transfer's status. */
export const TransferStep = variant('type', [
  object({
    type: literal('deposit'),
    requestId: RequestIdText,
    deposit: object({ amount: PositiveText, currency: AddressText, receiver: AddressText }),
  }),
  object({
    type: literal('transaction'),
    requestId: RequestIdText,
    /** Ours is an `EvmTransferTransaction`; other services' form is unknown. */
    transaction: unknown(),
  }),
])

export const TransferQuote = object({
  /** Set by clients themselves, for the same asset on the same chain. */
  type: optional(literal('direct-transfer')),
  /** The highest payment, including fees and slippage. */
  origin: object({
    amount: PositiveText,
    currency: PaymentAsset,
    /** Ours: the payment at current prices. Never more than `amount`. */
    expected: optional(PositiveText),
  }),
  /** Exactly what arrives. */
  destination: object({ amount: PositiveText, currency: PaymentAsset }),
  fees: listOf(object({ id: NameText, label: NameText, amount: IntegerText, currency: PaymentAsset })),
  /** All or nothing: an unreadable step must not be dropped. */
  steps: pipe(array(TransferStep), minLength(1), maxLength(10)),
  timeInSeconds: pipe(number(), minValue(0)),
})

export const TRANSFER_STATUSES = ['waiting', 'pending', 'success', 'failure', 'refund', 'timeout', 'submitted'] as const

export const TransferStatusQuery = object({
  requestId: RequestIdText,
  /** Ours: the transaction sent for it, if known. Without it, a failed transaction looks like a missing one. */
  txHash: optional(pipe(string(), regex(/^0x[\da-f]{64}$/i, 'must be the hash of a transaction'))),
})

export const TransferStatus = object({
  /** `waiting`: nothing seen yet. `timeout`: nothing seen, and nothing can follow. */
  status: picklist(TRANSFER_STATUSES),
  /** Ours: the transaction that paid. */
  txHash: fallback(optional(pipe(string(), maxLength(ID_MAX_CHARACTERS))), undefined),
})

/** By namespace (`eip155`): the assets that an exchange can send to a quote's address. */
export const ExchangeAssets = object({ exchangeId: IdText, assets: record(string(), listOf(PaymentAsset)) })

/** An error of the REST half; the text is shown to the visitor. */
export const TransferError = object({
  error: string(),
  /** Ours: an error code of the services. */
  code: optional(string()),
  /** Ours: as below `/v1/`. */
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
