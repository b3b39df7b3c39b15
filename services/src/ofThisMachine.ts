/**
 * Pages on the visitor's own machine, as patterns for `matchesOrigin` and as sources of `frame-ancestors`. Any program
 * there can serve one, so they count in development only.
 */
export const PAGES_OF_THIS_MACHINE: readonly string[] = ['localhost', '127.0.0.1'].flatMap((host) => [
  `http://${host}:*`,
  `https://${host}:*`,
])

/** Whether a URL leads to the machine on which it is used. @throws TypeError if it is not a URL */
export const isOfThisMachine = (url: string): boolean =>
  /^(localhost|127\.0\.0\.1|\[::1\])$/.test(new URL(url).hostname)
