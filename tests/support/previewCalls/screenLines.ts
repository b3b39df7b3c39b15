import english from '../../../shared-contracts/preview/en.json' with { type: 'json' }
import {
  allowanceSentences,
  type Description,
  type Field,
  formatAmount,
  shownLines,
  type Value,
  type Words,
} from '../../../shared-contracts/preview/index.ts'
import { formatMessage, type Messages } from '../../../shared-contracts/src/formatMessage.ts'

const texts: Messages = english
const t = (key: string, values = {}) => formatMessage(texts[key] ?? key, values, 'en')
const ends = (address: string) => `${address.slice(0, 6)}…${address.slice(-4)}`

const amount: Words['amount'] = ({ amount: value, decimals, symbol }) =>
  `${formatAmount(value, decimals ?? 0)} ${decimals === undefined ? t('preview.smallestUnits') : (symbol ?? '')}`.trim()

function written(value: Value): string {
  switch (value.type) {
    case 'address':
      return value.name ?? value.address
    case 'amount':
      return value.isUnlimited ? `${t('preview.unlimited')} ${value.symbol ?? ''}`.trim() : amount(value)
    case 'integer':
      return String(value.integer)
    case 'boolean':
      return t(value.boolean ? 'preview.true' : 'preview.false')
    case 'text':
      return value.text
    case 'raw':
      return value.hex
    case 'time':
      return `second ${value.seconds}`
    case 'network':
      return value.caipNetworkId
    case 'lookup':
      return `${value.table} ${value.index}`
  }
}

/** Rows in the words of a descriptor, or of the data itself. */
const rowLines = (fields: readonly Field[], indent: string): readonly string[] =>
  fields.flatMap((field) =>
    'fields' in field
      ? [`${indent}= ${field.name}`, ...rowLines(field.fields, `${indent}  `)]
      : [`${indent}= ${field.name}: ${written(field.value)}`],
  )

/**
 * The full text of a description on the screen, in English, line by line; `!` marks warnings, `!!` strong warnings.
 * Parts are indented.
 */
export function screenLines(description: Description, indent = ''): readonly string[] {
  const { parts = [], fields = [] } = description
  const sentences = allowanceSentences(description, { amount, address: ends, text: t })
  return [
    `${indent}${t(description.titleKey)}`,
    ...sentences.map(({ key, values, isDanger }) => `${indent}${isDanger ? '!!' : '!'} ${t(key, values)}`),
    ...shownLines(description, 0, sentences.length > 0, true).map(({ line, isWarning, isDanger }) => {
      const mark = isDanger ? '!! ' : isWarning ? '! ' : '· '
      return `${indent}${mark}${t(line.labelKey)}${line.value ? `: ${written(line.value)}` : ''}`
    }),
    ...parts.flatMap((part) => screenLines(part, `${indent}  `)),
    ...rowLines(fields, indent),
  ]
}
