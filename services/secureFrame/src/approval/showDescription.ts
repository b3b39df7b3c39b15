import type { Description, Field, Line } from '@portico/contracts/preview'
import { showAllowances } from './showAllowances.ts'
import { isOver, type Showing, showValue } from './showValue.ts'

/** Said at another place of the screen: with what it costs. */
export const FEE_LABEL = 'preview.maxFee'
/** What the fee is made of, for whoever looks at the data. */
const TECHNICAL: readonly Line['labelKey'][] = ['preview.computeUnits', 'preview.unitPrice']

export const technicalLines = ({ lines, parts = [] }: Description): readonly Line[] => [
  ...lines.filter(({ labelKey }) => TECHNICAL.includes(labelKey)),
  ...parts.flatMap(technicalLines),
]

/** What hardly anybody wants: most who are shown it are being deceived, or mistaken. */
const ODD: readonly Line['labelKey'][] = [
  'preview.signInOtherSite',
  'preview.looksLike',
  'preview.receiverIsNobody',
  'preview.receiverIsToken',
  // Whoever rules a Safe, a contract or an account has what it holds.
  'preview.ownersChange',
  'preview.thresholdChange',
  'preview.moduleAdded',
  'preview.moduleRemoved',
  'preview.moduleActs',
  'preview.guardSet',
  'preview.guardRemoved',
  'preview.fallbackSet',
  'preview.fallbackRemoved',
  'preview.codeChange',
  'preview.hashApproved',
  'preview.safeActs',
  'preview.safeMessage',
  'preview.safeSetup',
  'preview.nested',
  'preview.delegateCall',
  'preview.refundNoLimit',
  'preview.payment',
  'preview.ownershipChange',
  'preview.roleGranted',
  'preview.noAuthority',
  'preview.accountHandedOver',
  'preview.accountLent',
  'preview.debtForOthers',
  'preview.delegate',
]

/** Whether it holds what hardly anybody wants. */
export const isOdd = ({ lines, parts = [] }: Description): boolean =>
  lines.some(({ labelKey }) => ODD.includes(labelKey)) || parts.some(isOdd)

/** In characters: what has room beside its label. */
const SHORT = 18

const isShort = ({ value, isWarning }: Line): boolean =>
  !isWarning &&
  (value?.type === 'boolean' ||
    (value?.type === 'integer' && String(value.integer).length <= SHORT) ||
    (value?.type === 'text' && value.text.length <= SHORT && !value.text.includes('\n')))

/** What a message says is not set beside anything. */
const WHOLE: readonly Line['labelKey'][] = ['preview.message', 'preview.memo']

/** Whoever may take something comes first. */
const inOrder = (lines: readonly Line[], isAllowance: boolean): readonly Line[] =>
  isAllowance
    ? [...lines].sort(
        (one, other) => Number(other.labelKey === 'preview.spender') - Number(one.labelKey === 'preview.spender'),
      )
    : lines

export function showLine(showing: Showing, line: Line, isFirst = false): HTMLElement {
  const { labelKey, value, isWarning } = line
  const { make, t } = showing
  const isLate = value?.type === 'time' && isOver(showing, value.seconds)
  const isHero = isFirst && !isWarning && value?.type === 'amount'
  const kind = `approval-line${isWarning || isLate ? ' approval-warning' : ''}${isHero ? ' approval-hero' : ''}${
    isShort(line) && !WHOLE.includes(labelKey) ? ' approval-row' : ''
  }${ODD.includes(labelKey) ? ' approval-danger' : ''}`
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
    ? make('li', {}, name, ' ', type, showRows(showing, field.fields))
    : make('li', {}, name, ' ', type, make('div', { class: 'approval-value' }, showValue(showing, field.value)))
}

const showRows = (showing: Showing, fields: readonly Field[]): HTMLElement =>
  showing.make('ul', { class: 'approval-fields' }, ...fields.map((field) => showField(showing, field)))

/** Every row of typed data, which may be many: they come after what they mean. */
export function showFields(showing: Showing, { fields }: Description): HTMLElement | undefined {
  const { make, t } = showing
  return fields?.length
    ? make('section', { class: 'approval-data' }, make('h2', {}, t('approval.data')), showRows(showing, fields))
    : undefined
}

/** What is signed, in words, and what it is made of. */
export function showDescription(showing: Showing, description: Description): HTMLElement {
  const { make, t } = showing
  const { kind, lines, parts = [] } = description
  const allowances = showAllowances(showing, description)
  return make(
    'section',
    { class: 'approval-description', 'data-kind': kind },
    ...allowances,
    ...inOrder(lines, allowances.length > 0)
      .filter(({ labelKey }) => labelKey !== FEE_LABEL && !TECHNICAL.includes(labelKey))
      .map((line, index) => showLine(showing, line, index === 0)),
    ...parts.map((part, index) =>
      make(
        'article',
        { class: 'approval-part' },
        make('p', { class: 'approval-label' }, t('approval.part', { n: index + 1, count: parts.length })),
        make('h2', {}, t(part.titleKey)),
        showDescription(showing, part),
        showFields(showing, part),
      ),
    ),
  )
}
