import { elementsOf } from './element.ts'
import type { Showing } from './showValue.ts'
import type { Stage } from './stage.ts'

/** Shows, in a window that is reloaded after the visitor has approved in it, that nothing is left to decide. */
export function showDecided(
  { t, locale }: Pick<Showing, 't' | 'locale'>,
  { document, root }: Stage,
  drawn: AbortSignal,
) {
  const make = elementsOf(document)
  const screen = make(
    'section',
    { class: 'approval', 'data-testid': 'decided', lang: locale },
    make('div', { class: 'approval-body' }, make('p', { role: 'status' }, t('approval.decided'))),
  )
  root.append(screen)
  drawn.addEventListener('abort', () => screen.remove(), { once: true })
}
