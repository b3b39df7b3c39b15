/**
 * Pages on the visitor's own machine, as patterns for `matchesOrigin` and as sources of `frame-ancestors`. Any program
 * on that machine can serve such a page, so they are accepted in development only.
 */
export const PAGES_OF_THIS_MACHINE: readonly string[] = ['localhost', '127.0.0.1'].flatMap((host) => [
  `http://${host}:*`,
  `https://${host}:*`,
])

/** Whether a URL points to the machine that opens it. @throws TypeError if the text is not a URL */
export const isOfThisMachine = (url: string): boolean =>
  /^(localhost|127\.0\.0\.1|\[::1\])$/.test(new URL(url).hostname)
