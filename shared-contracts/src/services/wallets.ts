import {
  array,
  boolean,
  fallback,
  type GenericSchema,
  type InferOutput,
  integer,
  minLength,
  minValue,
  nullish,
  number,
  object,
  optional,
  picklist,
  pipe,
  regex,
  string,
  trim,
} from 'valibot'
import { listOf } from './listOf.ts'

/**
 * services.md §4.1: wallets from a registry. The service writes with these schemas and the modal reads with them. A
 * registry may be a third party's, and its links reach a visitor: whatever is not plainly harmless reads as absent, and
 * affects nothing else.
 */

/** The longest search text that a registry accepts. */
export const SEARCH_MAX_CHARACTERS = 100

/** An explorer id: 64 lower-case hexadecimal characters. */
export const WalletId = pipe(string(), regex(/^[0-9a-f]{64}$/))

/** A page that a browser may open. */
const WebLink = pipe(string(), regex(/^https:\/\/[^\s"<>\\^`{|}/?#][^\s"<>\\^`{|}]*$/i))

/** A page, or an application's scheme: never a scheme that browsers handle themselves, some of which run code. */
const AppLink = pipe(
  string(),
  regex(
    /^(?!(?:about|blob|chrome|data|file|filesystem|ftp|http|intent|javascript|vbscript|view-source|wss?):)(?!https:\/\/(?:[/?#]|$))[a-z][a-z\d+.-]*:\/\/[^\s"<>\\^`{|}]*$/i,
  ),
)

/** A dotted path below `window`, or a flag on the injected provider when it begins with `is`. */
const InjectedId = pipe(string(), regex(/^[\w$]+(?:\.[\w$]+)*$/))

/** Null when absent or not allowed. */
const orNothing = <Schema extends GenericSchema<unknown, unknown>>(schema: Schema) => fallback(nullish(schema), null)

export const Wallet = object({
  id: WalletId,
  name: pipe(string(), trim(), minLength(1)),
  badge_type: fallback(optional(picklist(['none', 'certified'])), undefined),
  /** CAIP-2 ids. Absent when none are recorded, which does not mean none. */
  chains: fallback(optional(array(string())), undefined),
  homepage: orNothing(WebLink),
  /** For `/getWalletImage/{image_id}`. */
  image_id: orNothing(pipe(string(), regex(/^[\w-]+$/))),
  /** Lower comes earlier in the list. */
  order: fallback(optional(number()), undefined),
  /** A universal link that also carries requests (WalletConnect link mode). */
  link_mode: orNothing(WebLink),
  mobile_link: orNothing(AppLink),
  desktop_link: orNothing(AppLink),
  webapp_link: orNothing(WebLink),
  app_store: orNothing(WebLink),
  play_store: orNothing(WebLink),
  chrome_store: orNothing(WebLink),
  /** EIP-6963 */
  rdns: orNothing(pipe(string(), regex(/^[\w-]+(?:\.[\w-]+)+$/))),
  injected: orNothing(array(object({ namespace: optional(string()), injected_id: optional(InjectedId) }))),
  supports_wc: fallback(optional(boolean()), undefined),
  supports_wcpay: fallback(optional(boolean()), undefined),
})

/** Drops an entry without id or name, which cannot be shown, and keeps the others. */
const Wallets = listOf(Wallet)

/** `GET /getWallets`; `count` covers all pages. */
export const WalletList = object({ data: Wallets, count: pipe(number(), integer(), minValue(0)) })

export type Wallet = InferOutput<typeof Wallet>
export type WalletList = InferOutput<typeof WalletList>
