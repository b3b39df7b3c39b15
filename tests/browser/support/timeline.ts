import type { Page } from 'playwright-core'

export interface Sent {
  readonly url: string
  readonly method: string
  /** The browser's name for the kind of request: `Script`, `Fetch`, `Image`, `Preflight`. */
  readonly type: string
  /** Seconds since 1970, by the page's own clock. */
  readonly start: number
  end?: number
}

/** A round trip on a phone (reference/performance.md). It makes dependent requests visible. */
export const ROUND_TRIP_MS = 165

/** Records every request from the page, including preflights, with its begin and end. */
export async function recordTimeline(page: Page, { isSlow = false } = {}): Promise<Sent[]> {
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  const slow = { offline: false, latency: ROUND_TRIP_MS, downloadThroughput: -1, uploadThroughput: -1 }
  if (isSlow) await session.send('Network.emulateNetworkConditions', slow)
  const sent: Sent[] = []
  const byId = new Map<string, { one: Sent; clock: number }>()
  session.on('Network.requestWillBeSent', ({ requestId, request: { url, method }, type = 'Other', ...at }) => {
    if (url.startsWith('data:')) return
    const one: Sent = { url, method, type, start: at.wallTime }
    sent.push(one)
    // The browser reports the end only on a clock of its own.
    byId.set(requestId, { one, clock: at.wallTime - at.timestamp })
  })
  const onEnd = ({ requestId, timestamp }: { requestId: string; timestamp: number }) => {
    const known = byId.get(requestId)
    if (known) known.one.end = timestamp + known.clock
  }
  session.on('Network.loadingFinished', onEnd)
  session.on('Network.loadingFailed', onEnd)
  return sent
}

/** Resolves with the time at which the first wallet of the list is painted, in seconds since 1970. */
export const paintedAt = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        // Not polled once per frame, because requests after the paint would then count as before it.
        const observer = new MutationObserver(() => {
          const shadow = document.querySelector('portico-modal')?.shadowRoot
          if (!shadow) return
          observer.observe(shadow, { childList: true, subtree: true })
          if (!shadow.querySelector('[data-testid^="wallet-selector-"]')) return
          observer.disconnect()
          requestAnimationFrame(() => resolve(Date.now() / 1000))
        })
        observer.observe(document, { childList: true, subtree: true })
      }),
  )

/** The longest chain of requests that each began after the previous one ended. Unfinished requests do not count. */
export function inARow(requests: readonly Sent[]): number {
  const ended = requests.filter((one): one is Sent & { end: number } => one.end !== undefined)
  const lengthTo = (one: Sent): number =>
    1 + Math.max(0, ...ended.filter(({ end }) => end <= one.start).map((before) => lengthTo(before)))
  return Math.max(0, ...ended.map(lengthTo))
}
