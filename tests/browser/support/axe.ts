import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { AxeResults, ContextObject } from 'axe-core'
import type { Visit } from './visit.ts'

/** axe's source, for checking a whole page. */
export const AXE = readFileSync(createRequire(import.meta.filename).resolve('axe-core/axe.min.js'), 'utf8')

const WCAG = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/**
 * axe's findings in the window, as text; axe cannot judge moving elements.
 * @param runOnly tags or rules: for a second theme of the same window only `color-contrast` differs
 */
export async function violations(visitor: Visit, runOnly: readonly string[] = WCAG): Promise<string[]> {
  if (!(await visitor.page.evaluate(() => 'axe' in window))) await visitor.page.evaluate(AXE)
  await visitor.stands()
  return visitor.page.evaluate(async (only) => {
    const { axe } = window as unknown as {
      axe: { run(context: ContextObject, options: object): Promise<AxeResults> }
    }
    const found = await axe.run(
      { include: [{ fromShadowDom: ['portico-modal', '.ModalFrame'] }] } as unknown as ContextObject,
      { runOnly: only, resultTypes: ['violations'] },
    )
    if (found.passes.length === 0) return ['axe has looked at nothing']
    return found.violations.flatMap(({ id, nodes }) =>
      nodes.map(({ html, any }) => `${id}: ${html} ${any[0]?.message}`),
    )
  }, runOnly)
}
