/**
 * Pages on the visitor's own machine, as patterns for `matchesOrigin` and as sources of `frame-ancestors`. Any program there
 * can serve one, so they count only while our own processes run for development.
 */
export const PAGES_OF_THIS_MACHINE: readonly string[] = ['localhost', '127.0.0.1'].flatMap((host) => [
  `http://${host}:*`,
  `https://${host}:*`,
])

/** Whether a URL leads to the machine that it is used on. @throws TypeError when it is no URL */
export const isOfThisMachine = (url: string): boolean =>
  /^(localhost|127\.0\.0\.1|\[::1\])$/.test(new URL(url).hostname)
