import type { Description } from '../description.ts'

/** The kinds that can be mere text. */
const WORDS: readonly Description['kind'][] = ['message', 'signIn']

/**
 * Whether the signature certainly gives nothing away: it signs readable text, or signs in at the requesting site. Only
 * for such signatures may a screen say that signing costs nothing.
 */
export const givesNothing = ({ kind, lines, parts = [] }: Description): boolean =>
  WORDS.includes(kind) && parts.length === 0 && !lines.some(({ isWarning }) => isWarning)
