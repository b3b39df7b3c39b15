import type { IncomingMessage } from 'node:http'

/**
 * Whose connection it is, as far as it can be told. It is held while the connection lasts, and written nowhere.
 * @param trustedProxies how many of our own stand before this process, each of which adds the address that it saw to
 *   `X-Forwarded-For`; what stands further left was written by the client itself
 */
export function clientAddress({ headers, socket }: IncomingMessage, trustedProxies: number): string {
  const forwarded = [headers['x-forwarded-for'] ?? []].flat().join().split(',')
  const seen = trustedProxies > 0 ? forwarded.at(-trustedProxies)?.trim() : undefined
  return seen || (socket.remoteAddress ?? '')
}
