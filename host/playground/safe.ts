/**
 * The local Safe's page, `/safe`. It frames the app that the query's `app` names, and answers the app's requests with a
 * real contract; the query's `safe` sets how.
 */

import { byTestId } from './page/elements.ts'
import { readSettings } from './page/settings.ts'
import { createAnswers, type SafeBehaviour } from './safe/answers.ts'
import { createLocalSafe } from './safe/localSafe.ts'

declare global {
  interface Window {
    /** On `/safe`: the methods that the app has called, in order. */
    safeLog?: string[]
  }
}

/**
 * The same playground under its other host name, which browsers treat as another origin. That shop trusts this page.
 */
function ownShop(): string {
  const url = new URL('/', location.href)
  url.hostname = location.hostname === 'localhost' ? '127.0.0.1' : 'localhost'
  url.searchParams.set('options', JSON.stringify({ safeOrigins: [location.origin], prefetch: 'idle' }))
  return url.href
}

const query = new URLSearchParams(location.search)
const behaviour = (query.get('safe') || 'ok') as SafeBehaviour
const [chain] = readSettings().chains
const answer = createAnswers(createLocalSafe({ chainId: chain.id, rpcUrl: chain.rpcUrl }), behaviour)
const app = new URL(query.get('app') || ownShop(), location.href)
const frame = byTestId('safe-app') as HTMLIFrameElement
const log: string[] = []
window.safeLog = log

window.addEventListener('message', async ({ source, origin, data }) => {
  const { id, method, params } = (data ?? {}) as { id?: unknown; method?: unknown; params?: unknown }
  if (source !== frame.contentWindow || origin !== app.origin || typeof method !== 'string') return
  log.push(method)
  byTestId('safe-log').textContent = log.join('\n')
  if (behaviour === 'silent') return
  const tell = (more: object) => frame.contentWindow?.postMessage({ id, version: '9.1.0', ...more }, app.origin)
  if (behaviour === 'garbage')
    for (const noise of [null, 7, [], { id }, { id, success: 'yes' }])
      frame.contentWindow?.postMessage(noise, app.origin)
  try {
    tell({ success: true, data: await answer(method, params) })
  } catch (error) {
    tell({ success: false, error: error instanceof Error ? error.message : String(error) })
  }
})

if (/^https?:$/.test(app.protocol)) frame.src = app.href
