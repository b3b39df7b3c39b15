/** As clients write it: lower case, and without the port that its scheme has anyway. */
function hostOf(protocol: string, host: string): string | undefined {
  try {
    return new URL(`${protocol}//${host}`).host
  } catch {
    return undefined
  }
}

const parse = (url: string): URL | undefined => (URL.canParse(url) ? new URL(url) : undefined)

/**
 * Whether the URL that a client was given for the relay leads here. Only the host counts: scheme and path may change on the
 * way through a proxy.
 * @param publicUrls where the relay can be reached; none: what the client itself took for its host is believed, which
 *   lets a relay that is run by somebody else pass a client's token on
 */
export function leadsHere(url: string, publicUrls: readonly string[], requestHost: string | undefined): boolean {
  const audience = parse(url)
  if (!audience?.host) return false
  if (publicUrls.length > 0) return publicUrls.some((publicUrl) => parse(publicUrl)?.host === audience.host)
  return requestHost !== undefined && hostOf(audience.protocol, requestHost) === audience.host
}
