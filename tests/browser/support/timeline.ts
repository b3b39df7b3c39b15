import type { Page } from 'playwright-core'

export interface Sent {
  readonly url: string
  readonly method: string
  /** The browser's own name of the kind: `Script`, `Fetch`, `Image`, `Preflight`. */
  readonly type: string
  /** Seconds since 1970, as the page's own clock has them. */
  readonly start: number
  end?: number
}

/** A round trip on a phone (reference/performance.md). With it, what waits for what shows. */
export const ROUND_TRIP_MS = 165

/** Every request of the page, preflights too, with begin and end. */
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
    // The end is only told by a clock of the browser's own.
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

/** Resolves with the moment in which the first wallet of the list is painted, in seconds since 1970. */
export const paintedAt = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        // Not looked for once a frame: by then what follows the painting would count as before it.
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

/**
 * The longest chain of requests of which each began after the one before it had ended. Those that have not ended were
 * not waited for.
 */
export function inARow(requests: readonly Sent[]): number {
  const ended = requests.filter((one): one is Sent & { end: number } => one.end !== undefined)
  const lengthTo = (one: Sent): number =>
    1 + Math.max(0, ...ended.filter(({ end }) => end <= one.start).map((before) => lengthTo(before)))
  return Math.max(0, ...ended.map(lengthTo))
}
