import { isIPv6 } from 'node:net'
import { readAddress } from './readAddress.ts'

/** The first of the eight groups of an address of IPv6. */
function prefixOf(address: string, count: number): string {
  const [left = '', right] = address.split('::', 2)
  const groups = left === '' ? [] : left.split(':')
  if (right !== undefined) {
    const rest = right === '' ? [] : right.split(':')
    groups.push(...Array<string>(Math.max(0, 8 - groups.length - rest.length)).fill('0'), ...rest)
  }
  return groups.slice(0, count).join(':')
}

/** The network of an address whose IPv6 form is cut to as many groups of 16 bits. */
function networkOf(address: string, groups: number): string {
  const known = readAddress(address) ?? address
  return isIPv6(known) ? `${prefixOf(known, groups)}::/${groups * 16}` : known
}

/**
 * The key under which every limit counts a client: an address of IPv4, or a /64 of IPv6, all of which belong to one
 * household or machine.
 */
export const clientNetwork = (address: string): string => networkOf(address, 4)

/** What one owner has at least, where many clients are to count as one: an address of IPv4, or a /48 of IPv6 (RFC 6177 §2). */
export const clientSite = (address: string): string => networkOf(address, 3)
