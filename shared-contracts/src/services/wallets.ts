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
 * services.md §4.1: wallets from a registry. The service writes with these schemas, and the modal reads with them. The
 * registry may belong to a third party, and visitors follow its links. So a field that is not clearly harmless counts
 * as absent, and does not affect the others.
 */

/** The longest search text that a registry accepts. */
export const SEARCH_MAX_CHARACTERS = 100

/** The id of a wallet: 64 lower-case hexadecimal characters. */
export const WalletId = pipe(string(), regex(/^[0-9a-f]{64}$/))

/** The URL of a page that a browser may open. */
const WebLink = pipe(string(), regex(/^https:\/\/[^\s"<>\\^`{|}/?#][^\s"<>\\^`{|}]*$/i))

/** A page's URL, or one with an application's scheme. Schemes that browsers handle are not allowed: some run code. */
const AppLink = pipe(
  string(),
  regex(
    /^(?!(?:about|blob|chrome|data|file|filesystem|ftp|http|intent|javascript|vbscript|view-source|wss?):)(?!https:\/\/(?:[/?#]|$))[a-z][a-z\d+.-]*:\/\/[^\s"<>\\^`{|}]*$/i,
  ),
)

/** A dotted path below `window`. When it begins with `is`, it is a flag on the injected provider. */
const InjectedId = pipe(string(), regex(/^[\w$]+(?:\.[\w$]+)*$/))

/** A field that is null when it is absent or not allowed. */
const orNothing = <Schema extends GenericSchema<unknown, unknown>>(schema: Schema) => fallback(nullish(schema), null)

export const Wallet = object({
  id: WalletId,
  name: pipe(string(), trim(), minLength(1)),
  badge_type: fallback(optional(picklist(['none', 'certified'])), undefined),
  /** CAIP-2 ids. Absent when no chains are recorded, which does not mean that the wallet supports none. */
  chains: fallback(optional(array(string())), undefined),
  homepage: orNothing(WebLink),
  /** The image id for `/getWalletImage/{image_id}`. */
  image_id: orNothing(pipe(string(), regex(/^[\w-]+$/))),
  /** Wallets with a lower number come earlier in the list. */
  order: fallback(optional(number()), undefined),
  /** A universal link that also carries requests (WalletConnect link mode). */
  link_mode: orNothing(WebLink),
  mobile_link: orNothing(AppLink),
  desktop_link: orNothing(AppLink),
  webapp_link: orNothing(WebLink),
  app_store: orNothing(WebLink),
  play_store: orNothing(WebLink),
  chrome_store: orNothing(WebLink),
  /** The wallet's `rdns` in EIP-6963. */
  rdns: orNothing(pipe(string(), regex(/^[\w-]+(?:\.[\w-]+)+$/))),
  injected: orNothing(array(object({ namespace: optional(string()), injected_id: optional(InjectedId) }))),
  supports_wc: fallback(optional(boolean()), undefined),
  supports_wcpay: fallback(optional(boolean()), undefined),
})

/** An entry without an id or a name, which cannot be shown, is dropped. The others are kept. */
const Wallets = listOf(Wallet)

/** The answer of `GET /getWallets`. `count` is for all pages together. */
export const WalletList = object({ data: Wallets, count: pipe(number(), integer(), minValue(0)) })

export type Wallet = InferOutput<typeof Wallet>
export type WalletList = InferOutput<typeof WalletList>
