import { check, maxLength, pipe, regex, string } from 'valibot'

/**
 * Texts that several services share (services.md §7). A namespace for which the modal has no adapter is valid here,
 * because a service may know more chains than the modal.
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

/** An address as its chain writes it, without the network. */
export const AddressText = pipe(string(), regex(/^[a-zA-Z0-9]{1,128}$/, 'must be an address'))

/** 2^256 has 78 digits. No chain that we know has higher numbers. */
const DIGITS_MAX = 78

/** A whole number in the smallest unit, such as wei, lamports or satoshis. */
export const IntegerText = pipe(
  string(),
  regex(new RegExp(`^(?:0|[1-9]\\d{0,${DIGITS_MAX - 1}})$`), 'must be a whole number'),
)

/** An exact amount in whole units, such as `0.12503`. It never has an exponent. */
export const DecimalText = pipe(
  string(),
  regex(/^(?:0|[1-9]\d*)(?:\.\d+)?$/, 'must be a decimal number'),
  maxLength(DIGITS_MAX + 40, 'must be shorter'),
)

/** A date that `Date` can parse, such as `2025-08-11T18:04:12Z`. */
export const DateText = pipe(
  string(),
  check((text) => !Number.isNaN(Date.parse(text)), 'must be a date'),
)

/** The URL of a page or a picture that a browser may load, and never one that it would run as code. */
export const WebAddressText = pipe(string(), regex(/^https?:\/\/[^\s"<>\\^`{|}]+$/i, 'must be a web address'))

/** Longer than any real name. */
export const NAME_MAX_CHARACTERS = 255
export const NameText = pipe(string(), maxLength(NAME_MAX_CHARACTERS, 'must be shorter'))
