import type { CDPSession } from 'playwright-core'
import type { Visit } from './visit.ts'

/** What a feature could leave behind in a page. */
export interface Traces {
  readonly stateKeys: readonly string[]
  readonly adoptedStyleSheets: number
  readonly elements: number
  /** The browser's own count after a garbage collection: includes detached nodes. */
  readonly nodes: number
  readonly listeners: number
}

/** Counts the traces, with the modal as it is. */
export async function watchTraces({ context, page }: Visit): Promise<() => Promise<Traces>> {
  const session: CDPSession = await context.newCDPSession(page)
  await session.send('Performance.enable')
  const visible = () =>
    page.evaluate(() => {
      const root = document.querySelector('portico-modal')?.shadowRoot
      const inside = root?.querySelectorAll('*').length ?? 0
      return {
        stateKeys: (window.portico?.getDiagnostics()?.stateKeys ?? []) as string[],
        adoptedStyleSheets: root?.adoptedStyleSheets.length ?? 0,
        elements: document.querySelectorAll('*').length + inside,
      }
    })
  return async () => {
    // Some garbage is only found by the next collection.
    for (const _ of [1, 2, 3]) await session.send('HeapProfiler.collectGarbage')
    const { metrics } = await session.send('Performance.getMetrics')
    const metric = (wanted: string) => metrics.find(({ name }) => name === wanted)?.value ?? Number.NaN
    return { ...(await visible()), nodes: metric('Nodes'), listeners: metric('JSEventListeners') }
  }
}
