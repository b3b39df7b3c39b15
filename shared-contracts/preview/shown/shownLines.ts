import type { Description, Line } from '../description.ts'
import type { PreviewMessageKey } from '../messageKeys.ts'
import { isOddLine } from './odd.ts'

/** Said at another place of the screen: with what it costs. */
export const FEE_LABEL: PreviewMessageKey = 'preview.maxFee'
/** What the fee is made of, for whoever looks at the data. */
const TECHNICAL: readonly PreviewMessageKey[] = ['preview.computeUnits', 'preview.unitPrice']
/** What a message says is not set beside anything. */
const WHOLE: readonly PreviewMessageKey[] = ['preview.message', 'preview.memo']
/** In characters: what has room beside its label. */
const SHORT = 18

/** One line with how it is shown. */
export interface ShownLine {
  readonly line: Line
  /** What it is about: large. */
  readonly isHero: boolean
  /** Its value stands beside its label and not below it. */
  readonly isBeside: boolean
  readonly isWarning: boolean
  /** A warning of what hardly anybody wants. */
  readonly isDanger: boolean
}

function isBeside({ labelKey, value, isWarning }: Line): boolean {
  if (isWarning || !value || WHOLE.includes(labelKey)) return false
  if (value.type === 'integer') return String(value.integer).length <= SHORT
  if (value.type === 'text') return value.text.length <= SHORT && !value.text.includes('\n')
  return value.type === 'boolean'
}

/** @param now milliseconds since 1970: a moment that is over is a warning */
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

/** Whether a moment is over. @param now milliseconds since 1970 */
export const isOver = (seconds: bigint, now: number): boolean => seconds * 1_000n < BigInt(now)

/** For whoever looks at the data, of all that it is made of. */
export const technicalLines = ({ lines, parts = [] }: Description): readonly Line[] => [
  ...lines.filter(({ labelKey }) => TECHNICAL.includes(labelKey)),
  ...parts.flatMap(technicalLines),
]

/**
 * The lines of one description in the order in which they are shown, without those of its parts.
 * @param isAllowance sentences about who may take something stand above them: who that is comes first, with what is odd about
 * them
 * @param hasFee nothing else on the screen says what it costs
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
