import type { IncomingMessage } from 'node:http'
import { readAddress } from './readAddress.ts'

/**
 * The client's address in the spelling of `readAddress`, if known. Held during the connection and never stored. Limits
 * use its `clientNetwork`.
 * @param trustedProxies how many of our proxies stand before this process, each of which appends its peer to
 *   `X-Forwarded-For`; entries further left are written by the client itself. An entry that is not an address counts as
 *   the proxy's own, so that made-up names are one client
 */
export function clientAddress({ headers, socket }: IncomingMessage, trustedProxies: number): string {
  const forwarded = [headers['x-forwarded-for'] ?? []].flat().join().split(',')
  const seen = trustedProxies > 0 ? readAddress(forwarded.at(-trustedProxies) ?? '') : undefined
  return seen ?? readAddress(socket.remoteAddress ?? '') ?? ''
}
