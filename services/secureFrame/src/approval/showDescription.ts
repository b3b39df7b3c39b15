import type { Description, Field, Line } from '@portico/contracts/preview'
import { type Showing, showValue } from './showValue.ts'

function showLine(showing: Showing, { labelKey, value, isWarning }: Line): HTMLElement {
  const { make, t } = showing
  const kind = isWarning ? 'approval-line approval-warning' : 'approval-line'
  if (!value) return make('p', { class: kind }, t(labelKey))
  return make(
    'div',
    { class: kind },
    make('span', { class: 'approval-label' }, t(labelKey)),
    make('div', { class: 'approval-value' }, showValue(showing, value)),
  )
}

/** A row of typed data, with those below it set in. */
function showField(showing: Showing, field: Field): HTMLElement {
  const { make } = showing
  const name = make('span', { class: 'approval-label', dir: 'auto' }, field.name)
  const type = make('span', { class: 'approval-kind', dir: 'ltr' }, field.type)
  return 'fields' in field
    ? make('li', {}, name, ' ', type, showFields(showing, field.fields))
    : make('li', {}, name, ' ', type, make('div', { class: 'approval-value' }, showValue(showing, field.value)))
}

const showFields = (showing: Showing, fields: readonly Field[]): HTMLElement =>
  showing.make('ul', { class: 'approval-fields' }, ...fields.map((field) => showField(showing, field)))

function showRaw({ make, t }: Showing, { raw }: Description): HTMLElement {
  const text = raw.type === 'hex' ? raw.hex : raw.json
  return make(
    'details',
    { 'data-testid': 'raw' },
    make('summary', {}, t('approval.details')),
    make('pre', { class: 'approval-code', dir: 'ltr' }, text),
  )
}

/** What is signed, in words; what it is made of comes after, each with its own raw data. */
export function showDescription(showing: Showing, description: Description): HTMLElement {
  const { make, t } = showing
  const { lines, fields, parts = [] } = description
  return make(
    'section',
    { class: 'approval-description', 'data-kind': description.kind },
    ...lines.map((line) => showLine(showing, line)),
    fields && showFields(showing, fields),
    ...parts.map((part, index) =>
      make(
        'article',
        { class: 'approval-part' },
        make('p', { class: 'approval-label' }, t('approval.part', { n: index + 1, count: parts.length })),
        make('h2', {}, t(part.titleKey)),
        showDescription(showing, part),
      ),
    ),
    showRaw(showing, description),
  )
}
