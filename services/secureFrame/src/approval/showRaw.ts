import { type Description, technicalLines } from '@portico/contracts/preview'
import { numberedParts } from './gist.ts'
import { showLine } from './showDescription.ts'
import type { Showing } from './showValue.ts'

const textOf = ({ raw }: Description): string => (raw.type === 'hex' ? raw.hex : raw.json)

/** The raw data, at the very end and one tap away, so that visitors need not scroll past them. */
export function showRaw(showing: Showing, description: Description): HTMLElement {
  const { make, t } = showing
  const code = (text: string) => make('pre', { class: 'approval-code', dir: 'ltr', tabindex: '0' }, text)
  return make(
    'details',
    { 'data-testid': 'raw' },
    make('summary', {}, t('preview.details')),
    ...technicalLines(description).map((line) => showLine(showing, line)),
    code(textOf(description)),
    ...numberedParts(description).flatMap(({ number, part }) => [
      make('p', { class: 'approval-label' }, `${number} · ${t(part.titleKey)}`),
      code(textOf(part)),
    ]),
  )
}
