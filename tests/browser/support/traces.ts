import type { CDPSession } from 'playwright-core'
import type { Visit } from './visit.ts'

/** What a feature could leave behind in a page. */
export interface Traces {
  readonly stateKeys: readonly string[]
  readonly adoptedStyleSheets: number
  readonly elements: number
  /** Of the browser's own book-keeping, after a collection: detached nodes count too. */
  readonly nodes: number
  readonly listeners: number
}

/** Counts what there is, with the modal as it stands. */
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
    // A collection can set free what only the next one finds.
    for (const _ of [1, 2, 3]) await session.send('HeapProfiler.collectGarbage')
    const { metrics } = await session.send('Performance.getMetrics')
    const metric = (wanted: string) => metrics.find(({ name }) => name === wanted)?.value ?? Number.NaN
    return { ...(await visible()), nodes: metric('Nodes'), listeners: metric('JSEventListeners') }
  }
}
