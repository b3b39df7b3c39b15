import type { IncomingMessage } from 'node:http'
import { readAddress } from './readAddress.ts'

/**
 * The client's address in the spelling of `readAddress`, if known. It is kept only during the connection and never
 * stored. Limits use its `clientNetwork`.
 * @param trustedProxies how many of the operator's proxies are in front of this process. Each appends the address of
 *   its peer to `X-Forwarded-For`; entries further left are written by the client itself. If the entry is not an
 *   address, the proxy's own address is used, so that all made-up names count as one client
 */
export function clientAddress({ headers, socket }: IncomingMessage, trustedProxies: number): string {
  const forwarded = [headers['x-forwarded-for'] ?? []].flat().join().split(',')
  const seen = trustedProxies > 0 ? readAddress(forwarded.at(-trustedProxies) ?? '') : undefined
  return seen ?? readAddress(socket.remoteAddress ?? '') ?? ''
}
