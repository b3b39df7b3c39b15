/** The host as clients spell it: in lower case, and without the default port. */
function hostOf(protocol: string, host: string): string | undefined {
  try {
    return new URL(`${protocol}//${host}`).host
  } catch {
    return undefined
  }
}

const parse = (url: string): URL | undefined => (URL.canParse(url) ? new URL(url) : undefined)

/**
 * Whether the URL that a client uses for the relay is a URL of this relay. Compares the host only, because proxies may
 * change scheme and path.
 * @param publicUrls the relay's public URLs. If there are none, the client's own `Host` header is trusted, which lets a
 *   foreign relay replay a client's token
 */
export function leadsHere(url: string, publicUrls: readonly string[], requestHost: string | undefined): boolean {
  const audience = parse(url)
  if (!audience?.host) return false
  if (publicUrls.length > 0) return publicUrls.some((publicUrl) => parse(publicUrl)?.host === audience.host)
  return requestHost !== undefined && hostOf(audience.protocol, requestHost) === audience.host
}
