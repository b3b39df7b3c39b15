import { check, maxLength, pipe, regex, string } from 'valibot'

/**
 * Texts that several services have in common on the wire (services.md §7). A namespace that we have no adapter for is no
 * error here: a service may know more chains than the modal that asks.
 */

/** The pattern of a CAIP-2 id, without its ends. */
export const CAIP_2 = '[-a-z0-9]{3,8}:[-_a-zA-Z0-9]{1,32}'

/** CAIP-2 */
export const CaipNetworkIdText = pipe(string(), regex(new RegExp(`^${CAIP_2}$`), 'must be a CAIP-2 id'))

/** CAIP-10 */
export const CaipAddressText = pipe(
  string(),
  regex(new RegExp(`^${CAIP_2}:[-.%a-zA-Z0-9]{1,128}$`), 'must be a CAIP-10 address'),
)

/** An address without its network, as the chain writes it. */
export const AddressText = pipe(string(), regex(/^[a-zA-Z0-9]{1,128}$/, 'must be an address'))

/** 2^256 has 78 digits, and no chain of ours counts further. */
const DIGITS_MAX = 78

/** A whole number in the smallest unit: wei, lamports, satoshis. */
export const IntegerText = pipe(
  string(),
  regex(new RegExp(`^(?:0|[1-9]\\d{0,${DIGITS_MAX - 1}})$`), 'must be a whole number'),
)

/** An amount in the unit that people know, exactly: `0.12503`. Never an exponent. */
export const DecimalText = pipe(
  string(),
  regex(/^(?:0|[1-9]\d*)(?:\.\d+)?$/, 'must be a decimal number'),
  maxLength(DIGITS_MAX + 40, 'must be shorter'),
)

/** A moment, as `Date` reads it: `2025-08-11T18:04:12Z`. */
export const DateText = pipe(
  string(),
  check((text) => !Number.isNaN(Date.parse(text)), 'must be a date'),
)

/** A page or picture that a browser may ask for; nothing that it would run. */
export const WebAddressText = pipe(string(), regex(/^https?:\/\/[^\s"<>\\^`{|}]+$/i, 'must be a web address'))

/** Nothing that others say of themselves is longer. */
export const NAME_MAX_CHARACTERS = 255
export const NameText = pipe(string(), maxLength(NAME_MAX_CHARACTERS, 'must be shorter'))
