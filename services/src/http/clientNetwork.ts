import { isIPv6 } from 'node:net'
import { readAddress } from './readAddress.ts'

/** The first `count` groups of an IPv6 address. */
function prefixOf(address: string, count: number): string {
  const [left = '', right] = address.split('::', 2)
  const groups = left === '' ? [] : left.split(':')
  if (right !== undefined) {
    const rest = right === '' ? [] : right.split(':')
    groups.push(...Array<string>(Math.max(0, 8 - groups.length - rest.length)).fill('0'), ...rest)
  }
  return groups.slice(0, count).join(':')
}

/** An IPv4 address itself, or the network given by the first groups of an IPv6 address. */
function networkOf(address: string, groups: number): string {
  const known = readAddress(address) ?? address
  return isIPv6(known) ? `${prefixOf(known, groups)}::/${groups * 16}` : known
}

/** The key of a client in every limit: an IPv4 address, or an IPv6 /64, usually of one household or machine. */
export const clientNetwork = (address: string): string => networkOf(address, 4)

/** One key for all clients of an owner: an IPv4 address, or an IPv6 /48, the smallest allocation (RFC 6177 §2). */
export const clientSite = (address: string): string => networkOf(address, 3)
