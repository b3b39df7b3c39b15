import { type Description, technicalLines } from '@portico/contracts/preview'
import { showLine } from './showDescription.ts'
import type { Showing } from './showValue.ts'

const textOf = ({ raw }: Description): string => (raw.type === 'hex' ? raw.hex : raw.json)

interface Piece {
  readonly title: string
  readonly text: string
}

/** What it is made of, each by its number: `2.1` is the first part of the second one. */
const piecesOf = ({ t }: Showing, { parts = [] }: Description, before = ''): readonly Piece[] =>
  parts.flatMap((part, index) => {
    const place = `${before}${index + 1}`
    const inside = piecesOf({ t } as Showing, part, `${place}.`)
    return [{ title: `${place} · ${t(part.titleKey)}`, text: textOf(part) }, ...inside]
  })

/** The data themselves, at the very end: whoever wants them has them one tap away, and nobody has to pass them. */
export function showRaw(showing: Showing, description: Description): HTMLElement {
  const { make, t } = showing
  const code = (text: string) => make('pre', { class: 'approval-code', dir: 'ltr', tabindex: '0' }, text)
  return make(
    'details',
    { 'data-testid': 'raw' },
    make('summary', {}, t('preview.details')),
    ...technicalLines(description).map((line) => showLine(showing, line)),
    code(textOf(description)),
    ...piecesOf(showing, description).flatMap(({ title, text }) => [
      make('p', { class: 'approval-label' }, title),
      code(text),
    ]),
  )
}
