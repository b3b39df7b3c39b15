import {
  type Description,
  type Field,
  type Line,
  type ShownLine,
  shownLine,
  shownLines,
} from '@portico/contracts/preview'
import { showAllowances } from './showAllowances.ts'
import { type Showing, showValue } from './showValue.ts'

function showShown(showing: Showing, { line, isHero, isBeside, isWarning, isDanger }: ShownLine): HTMLElement {
  const { labelKey, value } = line
  const { make, t } = showing
  const kind = `approval-line${isWarning ? ' approval-warning' : ''}${isHero ? ' approval-hero' : ''}${
    isBeside ? ' approval-row' : ''
  }${isDanger ? ' approval-danger' : ''}`
  if (!value) return make('p', { class: kind }, t(labelKey))
  return make(
    'div',
    { class: kind },
    make('span', { class: 'approval-label' }, t(labelKey)),
    make('div', { class: 'approval-value' }, showValue(showing, value)),
  )
}

export const showLine = (showing: Showing, line: Line): HTMLElement => showShown(showing, shownLine(line, showing.now))

/** A row of typed data, with those below it set in. */
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

/** Every row of typed data, which may be many: they come after what they mean. */
export function showFields(showing: Showing, { fields }: Description): HTMLElement | undefined {
  const { make, t } = showing
  return fields?.length
    ? make('section', { class: 'approval-data' }, make('h2', {}, t('preview.data')), showRows(showing, fields))
    : undefined
}

/** What is signed, in words, and what it is made of. */
export function showDescription(showing: Showing, description: Description): HTMLElement {
  const { make, t } = showing
  const { kind, parts = [] } = description
  const allowances = showAllowances(showing, description)
  return make(
    'section',
    { class: 'approval-description', 'data-kind': kind },
    ...allowances,
    ...shownLines(description, showing.now, allowances.length > 0).map((line) => showShown(showing, line)),
    ...parts.map((part, index) =>
      make(
        'article',
        { class: 'approval-part' },
        make('p', { class: 'approval-label' }, t('preview.part', { n: index + 1, count: parts.length })),
        make('h2', {}, t(part.titleKey)),
        showDescription(showing, part),
        showFields(showing, part),
      ),
    ),
  )
}
