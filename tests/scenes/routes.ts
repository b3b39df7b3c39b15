import type { BrowserContext } from 'playwright-core'

/** For `prepare` of a scene: what is asked for gets no answer. */
export const hang = (pattern: string | RegExp) => (context: BrowserContext) =>
  context.route(pattern, () => new Promise(() => {}))

/** What is asked for is refused by its service, which the page may read. */
export const fail = (pattern: string | RegExp) => (context: BrowserContext) =>
  context.route(pattern, (route) => route.fulfill({ status: 500, headers: { 'access-control-allow-origin': '*' } }))

/** What is asked for is cut off. */
export const cut = (pattern: string | RegExp) => (context: BrowserContext) =>
  context.route(pattern, (route) => route.abort())
