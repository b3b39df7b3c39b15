import { isIPv6 } from 'node:net'

/** RFC 4291 §2.5.5.2 */
const MAPPED = /^[0:]*:ffff:([\d.]+)$/i

/** The first of the eight groups of an address of IPv6. */
function prefixOf(address: string, count: number): string {
  const [left = '', right] = address.replace(/%.*$/, '').split('::', 2)
  const groups = left === '' ? [] : left.split(':')
  if (right !== undefined) {
    const rest = right === '' ? [] : right.split(':')
    const given = groups.length + rest.length + (rest.at(-1)?.includes('.') ? 1 : 0)
    groups.push(...Array<string>(Math.max(0, 8 - given)).fill('0'), ...rest)
  }
  return groups
    .slice(0, count)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')
}

/** What counts as one client: an address of IPv4, or a /64 of IPv6, all of which belong to one household or machine. */
export function clientNetwork(address: string): string {
  const [, mapped] = MAPPED.exec(address) ?? []
  if (mapped !== undefined) return mapped
  return isIPv6(address) ? `${prefixOf(address, 4)}::/64` : address
}

/** What one owner has at least, where many clients are to count as one: an address of IPv4, or a /48 of IPv6 (RFC 6177 §2). */
export function clientSite(address: string): string {
  const network = clientNetwork(address)
  return isIPv6(address) && network.endsWith('/64') ? `${prefixOf(address, 3)}::/48` : network
}
