import { check, maxLength, normalize, pipe, string, transform, trim } from 'valibot'

/** RFC 5321 §4.5.3.1.3 */
export const EMAIL_MAX = 254

const LOCAL_MAX = 64

/** RFC 5321 §4.1.2 and RFC 6531: no quoted names, no comments; letters of any script. */
const LOCAL = /^[^\s@."(),:;<>[\\\]\p{C}]+(?:\.[^\s@."(),:;<>[\\\]\p{C}]+)*$/u
const DOMAIN =
  /^(?:[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}-]{0,61}[\p{L}\p{M}\p{N}])?\.)+(?:xn--[a-z\d-]{1,58}[a-z\d]|\p{L}[\p{L}\p{M}]{1,62})$/u

const split = (address: string): [local: string, domain: string] => {
  const at = address.lastIndexOf('@')
  return [address.slice(0, Math.max(at, 0)), address.slice(at + 1)]
}

function isAddress(text: string): boolean {
  const [local, domain] = split(text)
  return local.length <= LOCAL_MAX && LOCAL.test(local) && DOMAIN.test(domain)
}

function lowerDomain(text: string): string {
  const [local, domain] = split(text)
  return `${local}@${domain.toLowerCase()}`.normalize('NFC')
}

/** An e-mail address as people type it: trimmed, in Unicode's form NFC, the domain in lower case, the rest as it was typed. */
export const EmailText = pipe(
  string(),
  maxLength(EMAIL_MAX * 2, 'is too long'),
  trim(),
  normalize('NFC'),
  maxLength(EMAIL_MAX, 'is too long'),
  check(isAddress, 'must be an e-mail address'),
  transform(lowerDomain),
)

/**
 * Under which an address is known: two that differ in nothing but case are one. What comes after a `+` counts, and letters
 * that only look alike are others.
 */
export const emailIdentity = (email: string): string => email.toLowerCase().normalize('NFC')

const COMMON = /^(?:[\w+,-]+\.)*[\w+,-]+@(?:[a-z\d][a-z\d-]*\.)+[a-z]{2,}$/i

/**
 * Whether every client can read the address. Those that we did not write know Latin letters, digits and `_ + , - .`, and
 * throw away a whole GET_USER_SUCCESS for an address that has others: then the frame says `null` instead.
 */
export const isCommonEmail = (text: string): boolean => text.length <= EMAIL_MAX && COMMON.test(text)
