import type { Description, Line } from '../description.ts'
import type { PreviewMessageKey } from '../messageKeys.ts'
import { isOddLine } from './odd.ts'

/** Shown elsewhere on the screen, with the costs. */
export const FEE_LABEL: PreviewMessageKey = 'preview.maxFee'
/** The parts of the fee, for the technical details. */
const TECHNICAL: readonly PreviewMessageKey[] = ['preview.computeUnits', 'preview.unitPrice']
/** Message texts are never put beside a label. */
const WHOLE: readonly PreviewMessageKey[] = ['preview.message', 'preview.memo']
/** In characters: what fits beside its label. */
const SHORT = 18

/** One line with its layout. */
export interface ShownLine {
  readonly line: Line
  /** The main fact, shown large. */
  readonly isHero: boolean
  /** Its value is beside its label, not below it. */
  readonly isBeside: boolean
  readonly isWarning: boolean
  /** Warns of something hardly anyone wants. */
  readonly isDanger: boolean
}

function isBeside({ labelKey, value, isWarning }: Line): boolean {
  if (isWarning || !value || WHOLE.includes(labelKey)) return false
  if (value.type === 'integer') return String(value.integer).length <= SHORT
  if (value.type === 'text') return value.text.length <= SHORT && !value.text.includes('\n')
  return value.type === 'boolean'
}

/** @param now milliseconds since 1970: a past time is a warning */
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

/** Lines for the technical details, of all parts. */
export const technicalLines = ({ lines, parts = [] }: Description): readonly Line[] => [
  ...lines.filter(({ labelKey }) => TECHNICAL.includes(labelKey)),
  ...parts.flatMap(technicalLines),
]

/**
 * A description's lines in display order, without those of its parts.
 * @param isAllowance sentences about an allowance come above them, so the spender and its oddities come first
 * @param hasFee nothing else on the screen shows the fee
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
