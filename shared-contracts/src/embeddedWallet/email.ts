import { check, maxLength, normalize, pipe, string, transform, trim } from 'valibot'

/** The limit in RFC 5321 §4.5.3.1.3. */
export const EMAIL_MAX = 254

const LOCAL_MAX = 64

/** The part before the @ (RFC 5321 §4.1.2, RFC 6531), with letters of any script but no quoted names or comments. */
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

/** An e-mail address as typed. Once parsed, it is trimmed and in NFC, with its domain in lower case, else unchanged. */
export const EmailText = pipe(
  string(),
  maxLength(EMAIL_MAX * 2, 'is too long'),
  trim(),
  normalize('NFC'),
  maxLength(EMAIL_MAX, 'is too long'),
  check(isAddress, 'must be an e-mail address'),
  transform(lowerDomain),
)

/** The key under which an address is stored. Case makes no difference. A `+` suffix does, as do look-alike letters. */
export const emailIdentity = (email: string): string => email.toLowerCase().normalize('NFC')

const COMMON = /^(?:[\w+,-]+\.)*[\w+,-]+@(?:[a-z\d][a-z\d-]*\.)+[a-z]{2,}$/i

/**
 * Whether every client can parse the address. Other clients accept only Latin letters, digits and `_ + , - .`; with any
 * other address, they reject a whole GET_USER_SUCCESS. For such an address, the frame sends `null`.
 */
export const isCommonEmail = (text: string): boolean => text.length <= EMAIL_MAX && COMMON.test(text)
