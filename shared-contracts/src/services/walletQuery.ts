import {
  type InferInput,
  type InferOutput,
  literal,
  maxLength,
  object,
  optional,
  picklist,
  pipe,
  regex,
  string,
  transform,
  trim,
} from 'valibot'
import { SEARCH_MAX_CHARACTERS } from './wallets.ts'
import { CAIP_2 } from './wireText.ts'

/** The default page size, which is also that of the list of all wallets (services.md §4.1, "Page"). */
export const ENTRIES_DEFAULT = 40

/** The largest page size, which a search requests (services.md §4.1, "Search"). `count` shows how many are left. */
export const ENTRIES_MAX = 100

const WholeNumber = pipe(
  string(),
  regex(/^[1-9]\d{0,8}$/, 'must be a whole number from 1 to 999999999'),
  transform(Number),
)

const List = pipe(
  string(),
  transform((text) => [...new Set(text.split(',').map((item) => item.trim()))].filter((item) => item !== '')),
)

const Networks = pipe(
  string(),
  trim(),
  regex(new RegExp(`^${CAIP_2}(,${CAIP_2})*$`), 'must be CAIP-2 ids with commas between them'),
  transform((text) => [...new Set(text.split(','))]),
)

const Badge = picklist(['certified', 'none'], 'must be certified or none')

/**
 * The parameters of `GET /getWallets` (services.md §4.1), except those that every call has. They are sent as text, and
 * an empty one counts as absent. They are in a file of their own, because the modal needs only the types and not this
 * schema.
 */
export const WalletQuery = object({
  /** The first page is 1. */
  page: optional(WholeNumber, '1'),
  /** `ENTRIES_DEFAULT` when absent, `ENTRIES_MAX` at most. */
  entries: pipe(
    optional(WholeNumber, `${ENTRIES_DEFAULT}`),
    transform((entries) => Math.min(entries, ENTRIES_MAX)),
  ),
  search: optional(
    pipe(string(), trim(), maxLength(SEARCH_MAX_CHARACTERS, `must have at most ${SEARCH_MAX_CHARACTERS} characters`)),
    '',
  ),
  /** Ids of wallets, which may be former ones. Unknown ids are ignored. */
  include: optional(List),
  exclude: optional(List, ''),
  chains: optional(Networks),
  badge_type: optional(Badge),
  badge: optional(Badge),
  /** Wallets with one of these names, in addition to those with one of `rdns`. */
  names: optional(List),
  rdns: optional(List),
  include_pay_only: optional(literal('true', 'must be true or absent')),
  sort: optional(picklist(['default', 'wcpay'], 'must be default or wcpay')),
})

export type WalletQuery = InferOutput<typeof WalletQuery>
/** The parameters as a client sends them. */
export type WalletParameters = InferInput<typeof WalletQuery>
