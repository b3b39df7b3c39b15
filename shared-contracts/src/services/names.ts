import {
  array,
  boolean,
  fallback,
  type InferOutput,
  integer,
  literal,
  maxValue,
  minValue,
  number,
  object,
  optional,
  pipe,
  record,
  regex,
  string,
  toLowerCase,
  trim,
  union,
} from 'valibot'
import { AddressText, WebAddressText } from './wireText.ts'

/** services.md §7.14 to §7.17: names that the service issues below one zone, such as `river.portico.test`. */
export const nameLookupPath = (name: string) => `/v1/profile/account/${encodeURIComponent(name)}`
export const nameReversePath = (address: string) => `/v1/profile/reverse/${encodeURIComponent(address)}`
export const nameSuggestionsPath = (label: string) => `/v1/profile/suggestions/${encodeURIComponent(label)}`
export const NAME_REGISTER_PATH = '/v1/profile/account'

/** The longest label in DNS and in ENS. */
const LABEL_MAX = 63
/** The rule for the part of a name before the zone. The input field, the client and the service all use it. */
export const NAME_LABEL = new RegExp(`^[a-z0-9-]{4,${LABEL_MAX}}$`)
export const NameLabel = pipe(
  string(),
  trim(),
  toLowerCase(),
  regex(NAME_LABEL, `must be 4 to ${LABEL_MAX} letters, digits and hyphens`),
)

/** A whole name: a label, a full stop and the zone. */
export const FullName = pipe(
  string(),
  trim(),
  toLowerCase(),
  regex(new RegExp(`^[a-z0-9-]{1,${LABEL_MAX}}(?:\\.[a-z0-9-]{1,${LABEL_MAX}})+$`), 'must be a name with its zone'),
)

/** For a name that does not exist, version 2 answers with 200 and `[]`. */
export const NameVersionQuery = object({ apiVersion: optional(literal('2', 'must be 2'), '2') })
export const NameReverseQuery = object({ ...NameVersionQuery.entries, sender: optional(AddressText) })
export const NameSuggestionsQuery = object({ zone: optional(string()) })

const Attributes = object({
  avatar: fallback(optional(WebAddressText), undefined),
  bio: fallback(optional(string()), undefined),
})

export const NameRecord = object({
  name: FullName,
  registered_at: string(),
  updated_at: optional(string()),
  /** The addresses, keyed by ENSIP-11 coin type. */
  addresses: record(string(), object({ address: AddressText, created_at: optional(string()) })),
  attributes: fallback(union([array(Attributes), Attributes]), {}),
})

/** `[]` when the name does not exist. */
export const NameLookup = union([NameRecord, array(NameRecord)])
export const NameReverse = array(NameRecord)

export const NameSuggestions = object({
  suggestions: array(object({ name: FullName, registered: boolean() })),
})

export const SUGGESTIONS_MAX = 5

/** By how much the signed time may differ from the service's clock. */
export const REGISTRATION_TOLERANCE_S = 10

/** The text to sign: `{"name":…,"attributes":{},"timestamp":…}`, with the keys in this order. */
export const RegistrationMessage = object({
  name: FullName,
  attributes: object({}),
  /** Unix seconds. */
  timestamp: pipe(number(), integer(), minValue(0)),
})

/** A chain's coin type (ENSIP-11): 60 for Ethereum, else `0x80000000 | chainId`, in old clients for Ethereum too. */
export const coinTypeOf = (chainId: number): number => (chainId === 1 ? 60 : (0x80000000 | chainId) >>> 0)
export const OLD_ETHEREUM_COIN_TYPE = 2147483649

export const RegistrationRequest = object({
  coin_type: pipe(number(), integer(), minValue(0), maxValue(0xffffffff)),
  address: AddressText,
  message: string(),
  signature: pipe(string(), regex(/^0x(?:[\da-f]{2})+$/i, 'must be hexadecimal')),
})

export type NameRecord = InferOutput<typeof NameRecord>
export type NameLookup = InferOutput<typeof NameLookup>
export type NameSuggestions = InferOutput<typeof NameSuggestions>
export type RegistrationRequest = InferOutput<typeof RegistrationRequest>
