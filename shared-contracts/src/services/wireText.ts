import { check, maxLength, pipe, regex, string } from 'valibot'

/**
 * Wire texts shared by several services (services.md §7). A namespace without an adapter is valid here: a service may
 * know more chains than the modal.
 */

/** The pattern of a CAIP-2 id, without anchors. */
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

/** 2^256 has 78 digits, and none of our chains counts further. */
const DIGITS_MAX = 78

/** A whole number in the smallest unit: wei, lamports, satoshis. */
export const IntegerText = pipe(
  string(),
  regex(new RegExp(`^(?:0|[1-9]\\d{0,${DIGITS_MAX - 1}})$`), 'must be a whole number'),
)

/** An exact amount in whole units: `0.12503`. Never an exponent. */
export const DecimalText = pipe(
  string(),
  regex(/^(?:0|[1-9]\d*)(?:\.\d+)?$/, 'must be a decimal number'),
  maxLength(DIGITS_MAX + 40, 'must be shorter'),
)

/** A date that `Date` parses: `2025-08-11T18:04:12Z`. */
export const DateText = pipe(
  string(),
  check((text) => !Number.isNaN(Date.parse(text)), 'must be a date'),
)

/** A page or picture that a browser may load; never a URL that it would run. */
export const WebAddressText = pipe(string(), regex(/^https?:\/\/[^\s"<>\\^`{|}]+$/i, 'must be a web address'))

/** Longer than any real name. */
export const NAME_MAX_CHARACTERS = 255
export const NameText = pipe(string(), maxLength(NAME_MAX_CHARACTERS, 'must be shorter'))
