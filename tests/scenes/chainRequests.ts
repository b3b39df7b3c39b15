import type { BrowserContext } from 'playwright-core'
import { stack } from '../browser/support/stack.ts'

/** Requests to the local EVM chain: to the site's own node, and to the services' fallback. */
export const chainRequests = () => new RegExp(`^(${stack.urls.anvil}/?$|${stack.urls.services}/v1/\\?)`)

/** For `prepare` of a scene: gas estimates fail. */
export const withoutEstimate = (context: BrowserContext) =>
  context.route(chainRequests(), (route) =>
    route.request().postData()?.includes('eth_estimateGas') ? new Promise(() => {}) : route.continue(),
  )
