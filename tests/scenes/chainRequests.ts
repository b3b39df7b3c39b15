import type { BrowserContext } from 'playwright-core'
import { stack } from '../browser/support/stack.ts'

/** What is asked of the local EVM chain: the site's own node, and that of the services, which is asked in its place. */
export const chainRequests = () => new RegExp(`^(${stack.urls.anvil}/?$|${stack.urls.services}/v1/\\?)`)

/** For `prepare` of a scene: nobody says how much gas it takes. */
export const withoutEstimate = (context: BrowserContext) =>
  context.route(chainRequests(), (route) =>
    route.request().postData()?.includes('eth_estimateGas') ? new Promise(() => {}) : route.continue(),
  )
