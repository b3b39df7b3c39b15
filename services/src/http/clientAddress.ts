import type { IncomingMessage } from 'node:http'
import { readAddress } from './readAddress.ts'

/**
 * The address of the client, as far as it is known, in the one spelling of `readAddress`. It is held while the connection
 * lasts, and written nowhere. Limits count by `clientNetwork` of it.
 * @param trustedProxies how many of our own stand before this process, each of which adds the address that it saw to
 *   `X-Forwarded-For`; what stands further left was written by the client itself. What is no address counts as the
 *   proxy's own, so that made-up names are one client
 */
export function clientAddress({ headers, socket }: IncomingMessage, trustedProxies: number): string {
  const forwarded = [headers['x-forwarded-for'] ?? []].flat().join().split(',')
  const seen = trustedProxies > 0 ? readAddress(forwarded.at(-trustedProxies) ?? '') : undefined
  return seen ?? readAddress(socket.remoteAddress ?? '') ?? ''
}
