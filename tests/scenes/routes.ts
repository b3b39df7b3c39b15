import type { BrowserContext } from 'playwright-core'

/** For `prepare` of a scene: matching requests get no answer. */
export const hang = (pattern: string | RegExp) => (context: BrowserContext) =>
  context.route(pattern, () => new Promise(() => {}))

/** Matching requests get an error from the service, which the page can read. */
export const fail = (pattern: string | RegExp) => (context: BrowserContext) =>
  context.route(pattern, (route) => route.fulfill({ status: 500, headers: { 'access-control-allow-origin': '*' } }))

/** Matching requests are aborted. */
export const cut = (pattern: string | RegExp) => (context: BrowserContext) =>
  context.route(pattern, (route) => route.abort())
