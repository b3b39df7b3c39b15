import {
  boolean,
  fallback,
  type InferOutput,
  integer,
  minValue,
  nullish,
  number,
  object,
  optional,
  picklist,
  pipe,
  string,
} from 'valibot'
import { listOf } from './listOf.ts'
import { CaipNetworkIdText, DateText, DecimalText, NameText, WebAddressText } from './wireText.ts'

/** services.md §7.4: `GET /v1/account/{address}/history`, newest first. */
export const historyPath = (address: string) => `/v1/account/${encodeURIComponent(address)}/history`

export const HistoryQuery = object({
  /** When absent, all chains that the service knows. */
  chainId: optional(CaipNetworkIdText),
  /** The `next` of the previous page, to be passed on unchanged. */
  cursor: optional(string()),
})

const Picture = object({ url: WebAddressText, content_type: nullish(string()) })

export const Transfer = object({
  fungible_info: nullish(
    object({
      name: fallback(optional(NameText), undefined),
      symbol: fallback(optional(NameText), undefined),
      icon: fallback(nullish(object({ url: WebAddressText })), undefined),
    }),
  ),
  nft_info: nullish(
    object({
      name: fallback(optional(NameText), undefined),
      content: fallback(nullish(object({ preview: nullish(Picture), detail: nullish(Picture) })), undefined),
      flags: object({ is_spam: boolean() }),
    }),
  ),
  direction: picklist(['in', 'out', 'self']),
  /** The amount in whole tokens. */
  quantity: object({ numeric: DecimalText }),
  /** The value in the requested currency, at the time of the transfer if known. */
  value: fallback(optional(number()), undefined),
  price: fallback(optional(number()), undefined),
})

export const HistoryItem = object({
  id: string(),
  metadata: object({
    /** One of send, receive, trade, approve, execute, mint, burn, deploy; more may be added. */
    operationType: string(),
    hash: string(),
    minedAt: DateText,
    sentFrom: string(),
    sentTo: string(),
    status: picklist(['confirmed', 'failed', 'pending']),
    nonce: pipe(number(), integer(), minValue(0)),
    chain: optional(CaipNetworkIdText),
    application: fallback(
      nullish(object({ name: optional(NameText), iconUrl: fallback(optional(WebAddressText), undefined) })),
      undefined,
    ),
  }),
  transfers: nullish(listOf(Transfer)),
})

/** On the last page, `next` is null, empty or missing. */
export const History = object({ data: listOf(HistoryItem), next: nullish(string()) })

export type Transfer = InferOutput<typeof Transfer>
export type HistoryItem = InferOutput<typeof HistoryItem>
export type History = InferOutput<typeof History>
