import {
  allowanceSentences,
  type Description,
  type Field,
  type Line,
  type ShownLine,
  shownLine,
  shownLines,
} from '@portico/contracts/preview'
import { isGist, numberedParts } from './gist.ts'
import { labelled, type Showing, showValue, wordsOf } from './showValue.ts'

function showShown(showing: Showing, { line, isHero, isBeside, isWarning, isDanger }: ShownLine): HTMLElement {
  const { labelKey, value } = line
  const { make, t } = showing
  const kind = `approval-line${isWarning ? ' approval-warning' : ''}${isHero ? ' approval-hero' : ''}${
    isBeside ? ' approval-row' : ''
  }${isDanger ? ' approval-danger' : ''}`
  if (!value) return make('p', { class: kind }, t(labelKey))
  return labelled(showing, t(labelKey), showValue(showing, value), kind)
}

export const showLine = (showing: Showing, line: Line): HTMLElement => showShown(showing, shownLine(line, showing.now))

/** A row of typed data, with nested rows indented. */
function showField(showing: Showing, field: Field): HTMLElement {
  const { make } = showing
  const name = make('span', { class: 'approval-label', dir: 'auto' }, field.name)
  const type = make('span', { class: 'approval-kind', dir: 'ltr' }, field.type)
  return 'fields' in field
    ? make('li', {}, name, ' ', type, showRows(showing, field.fields))
    : make('li', {}, name, ' ', type, make('div', { class: 'approval-value' }, showValue(showing, field.value)))
}

const showRows = (showing: Showing, fields: readonly Field[]): HTMLElement =>
  showing.make('ul', { class: 'approval-fields' }, ...fields.map((field) => showField(showing, field)))

/** All rows of typed data. There can be many, so the screen shows their meaning first. */
export function showFields(showing: Showing, { fields }: Description): HTMLElement | undefined {
  const { make, t } = showing
  return fields?.length
    ? make('section', { class: 'approval-data' }, make('h2', {}, t('preview.data')), showRows(showing, fields))
    : undefined
}

/** Sentences that say who may take what from now on. */
const showAllowances = (showing: Showing, description: Description): readonly HTMLElement[] =>
  allowanceSentences(description, wordsOf(showing)).map(({ key, values, isDanger }) =>
    showing.make(
      'p',
      { class: `approval-line approval-warning${isDanger ? ' approval-danger' : ''}` },
      showing.t(key, values),
    ),
  )

/** Sentences and lines of one description in display order, without those of its parts. */
function ownRows(showing: Showing, description: Description) {
  const allowances = showAllowances(showing, description)
  const lines = shownLines(description, showing.now, allowances.length > 0)
  const show = (wanted: (line: ShownLine) => boolean) => lines.filter(wanted).map((line) => showShown(showing, line))
  const isInGist = (line: ShownLine) => isGist(line, allowances.length > 0)
  return {
    all: () => [...allowances, ...show(() => true)],
    gist: () => [...allowances, ...show(isInGist)],
    details: () => show((line) => !isInGist(line)),
  }
}

/** What never scrolls away: subject, allowances, warnings and receivers, of the request and of each of its parts. */
export const showGist = (showing: Showing, description: Description): readonly HTMLElement[] => [
  ...ownRows(showing, description).gist(),
  ...numberedParts(description).flatMap(({ number, part }) => {
    const rows = ownRows(showing, part).gist()
    const title = showing.make('p', { class: 'approval-label' }, `${number} · ${showing.t(part.titleKey)}`)
    return rows.length > 0 ? [showing.make('div', { class: 'approval-brief' }, title, ...rows)] : []
  }),
]

function showParts(showing: Showing, { parts = [] }: Description): readonly HTMLElement[] {
  const { make, t } = showing
  return parts.map((part, index) =>
    make(
      'article',
      { class: 'approval-part' },
      make('p', { class: 'approval-label' }, t('preview.part', { n: index + 1, count: parts.length })),
      make('h2', {}, t(part.titleKey)),
      section(showing, part, ownRows(showing, part).all()),
      showFields(showing, part),
    ),
  )
}

const section = (showing: Showing, description: Description, rows: readonly HTMLElement[]): HTMLElement =>
  showing.make(
    'section',
    { class: 'approval-description', 'data-kind': description.kind },
    ...rows,
    ...showParts(showing, description),
  )

/** Everything that `showGist` leaves out, in words and as data, and each part in full. */
export const showDetails = (showing: Showing, description: Description): HTMLElement =>
  section(showing, description, ownRows(showing, description).details())
