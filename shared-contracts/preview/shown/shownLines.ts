import type { Description, Line } from '../description.ts'
import type { PreviewMessageKey } from '../messageKeys.ts'
import { isOddLine } from './odd.ts'

/** The label of the fee, which is shown elsewhere on the screen, together with the costs. */
export const FEE_LABEL: PreviewMessageKey = 'preview.maxFee'
/** The components of the fee, for the technical details. */
const TECHNICAL: readonly PreviewMessageKey[] = ['preview.computeUnits', 'preview.unitPrice']
/** Labels whose text is always shown below the label, never next to it. */
const WHOLE: readonly PreviewMessageKey[] = ['preview.message', 'preview.memo']
/** The longest value, in characters, that is shown next to its label. */
const SHORT = 18

/** A line, and how to lay it out. */
export interface ShownLine {
  readonly line: Line
  /** True for the main fact, which is shown large. */
  readonly isHero: boolean
  /** True when the value is shown next to its label, and not below it. */
  readonly isBeside: boolean
  readonly isWarning: boolean
  /** True when the line warns of something that hardly anyone wants. */
  readonly isDanger: boolean
}

function isBeside({ labelKey, value, isWarning }: Line): boolean {
  if (isWarning || !value || WHOLE.includes(labelKey)) return false
  if (value.type === 'integer') return String(value.integer).length <= SHORT
  if (value.type === 'text') return value.text.length <= SHORT && !value.text.includes('\n')
  return value.type === 'boolean'
}

/** @param now milliseconds since 1970. A time before it is shown as a warning */
export function shownLine(line: Line, now: number, isFirst = false): ShownLine {
  const { value, isWarning = false } = line
  const isLate = value?.type === 'time' && isOver(value.seconds, now)
  return {
    line,
    isHero: isFirst && !isWarning && value?.type === 'amount',
    isBeside: isBeside(line),
    isWarning: isWarning || isLate,
    isDanger: isOddLine(line),
  }
}

/** Whether a time has passed. @param now milliseconds since 1970 */
export const isOver = (seconds: bigint, now: number): boolean => seconds * 1_000n < BigInt(now)

/** The lines for the technical details, from all parts. */
export const technicalLines = ({ lines, parts = [] }: Description): readonly Line[] => [
  ...lines.filter(({ labelKey }) => TECHNICAL.includes(labelKey)),
  ...parts.flatMap(technicalLines),
]

/**
 * A description's own lines in display order, without those of its parts.
 * @param isAllowance true when sentences about an allowance are shown above the lines, so that the spender and the
 *   warnings about it come first
 * @param hasFee true when nothing else on the screen shows the fee
 */
export function shownLines(
  { lines }: Description,
  now: number,
  isAllowance = false,
  hasFee = false,
): readonly ShownLine[] {
  const left = lines.filter(({ labelKey }) => (hasFee || labelKey !== FEE_LABEL) && !TECHNICAL.includes(labelKey))
  return (isAllowance ? spendersFirst(left) : left).map((line, index) => shownLine(line, now, index === 0))
}

function spendersFirst(lines: readonly Line[]): readonly Line[] {
  const first = new Set<Line>()
  lines.forEach((line, index) => {
    const before = lines[index - 1]
    const isAbout = line.isWarning && before !== undefined && first.has(before)
    if (line.labelKey === 'preview.spender' || isAbout) first.add(line)
  })
  return [...first, ...lines.filter((line) => !first.has(line))]
}
