import { isIP } from 'node:net'

const BRACKETED = /^\[([^\]]*)\](?::\d{1,5})?$/
const IPV4_WITH_PORT = /^([\d.]+):\d{1,5}$/
/** An IPv4 address in IPv6 (RFC 4291 §2.5.5.2), in the way a URL writes it. */
const MAPPED = /^::ffff:([\da-f]{1,4}):([\da-f]{1,4})$/

function ipv4Of(high: string, low: string): string {
  const [left, right] = [Number.parseInt(high, 16), Number.parseInt(low, 16)]
  return [left >> 8, left & 255, right >> 8, right & 255].join('.')
}

/** The spelling of RFC 5952, so that each address has only one spelling. IPv4 inside IPv6 becomes IPv4. */
function shortest(ipv6: string): string {
  const text = new URL(`http://[${ipv6}]`).hostname.slice(1, -1)
  const [, high, low] = MAPPED.exec(text) ?? []
  return high !== undefined && low !== undefined ? ipv4Of(high, low) : text
}

/**
 * Parses an address in the way sockets and proxies write it: with or without a port, brackets, quotes (RFC 7239 §6) or
 * a zone.
 * @returns the canonical spelling; undefined if the text is not an address. An IPv6 address without brackets has no
 *   port
 */
export function readAddress(text: string): string | undefined {
  const bare = text.trim().replace(/^"(.*)"$/, '$1')
  const [, host = bare] = BRACKETED.exec(bare) ?? IPV4_WITH_PORT.exec(bare) ?? []
  const address = host.replace(/%.*$/, '')
  const version = isIP(address)
  if (version === 0) return undefined
  return version === 6 ? shortest(address) : address
}
