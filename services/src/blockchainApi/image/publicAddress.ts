import { isIPv4, isIPv6 } from 'node:net'

/** The first address of a network, and its prefix length. */
type Network = readonly [first: string, bits: number]

/** The networks that are not globally reachable: https://www.iana.org/assignments/iana-ipv4-special-registry */
const NOT_PUBLIC_4: readonly Network[] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  // The shared address space of carriers.
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  // Includes the metadata services of clouds, which give out a machine's keys.
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  // Multicast addresses, and then reserved ones including broadcast.
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
]

/** The global unicast addresses. All others (loopback, link-local, unique local, multicast) are not public. */
const GLOBAL_6: Network = ['2000::', 3]

/** Exceptions among the global addresses: https://www.iana.org/assignments/iana-ipv6-special-registry */
const NOT_PUBLIC_6: readonly Network[] = [
  // Protocol assignments, including Teredo, which embeds IPv4 addresses.
  ['2001::', 23],
  ['2001:db8::', 32],
  // 6to4, which embeds IPv4 addresses.
  ['2002::', 16],
  ['3fff::', 20],
]

/** IPv6 networks that contain IPv4: mapped by the system (RFC 4291), or translated by a network (RFC 6052). */
const CARRIES_4: readonly Network[] = [
  ['::ffff:0:0', 96],
  ['64:ff9b::', 96],
]

const BITS_4 = 32
const BITS_6 = 128

const toNumber4 = (text: string) => text.split('.').reduce((value, octet) => (value << 8n) | BigInt(octet), 0n)

function toNumber6(text: string): bigint {
  const [, begin = '', dotted] = /^(.*:)(\d+\.\d+\.\d+\.\d+)$/.exec(text) ?? []
  if (dotted) {
    const value = toNumber4(dotted)
    return toNumber6(`${begin}${(value >> 16n).toString(16)}:${(value & 0xffffn).toString(16)}`)
  }
  const [first = [], last = []] = text.split('::').map((part) => (part ? part.split(':') : []))
  const zeros = Array<string>(8 - first.length - last.length).fill('0')
  return [...first, ...zeros, ...last].reduce((value, group) => (value << 16n) | BigInt(`0x${group}`), 0n)
}

const isIn =
  (value: bigint, bitsOfAll: number, toNumber: (text: string) => bigint) =>
  ([first, bits]: Network): boolean =>
    value >> BigInt(bitsOfAll - bits) === toNumber(first) >> BigInt(bitsOfAll - bits)

const isPublic4 = (value: bigint) => !NOT_PUBLIC_4.some(isIn(value, BITS_4, toNumber4))

function isPublic6(value: bigint): boolean {
  const isInside = isIn(value, BITS_6, toNumber6)
  if (CARRIES_4.some(isInside)) return isPublic4(value & 0xffff_ffffn)
  return isInside(GLOBAL_6) && !NOT_PUBLIC_6.some(isInside)
}

/** Whether an IP address, without brackets, is reachable on the public internet. */
export function isPublicAddress(text: string): boolean {
  if (isIPv4(text)) return isPublic4(toNumber4(text))
  // A zone (`%eth0`) marks a local address.
  return isIPv6(text) && !text.includes('%') && isPublic6(toNumber6(text))
}
