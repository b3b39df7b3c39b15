import type { Description } from '../description.ts'

/** Kinds that can be mere text: a message and a sign-in. */
const WORDS: readonly Description['kind'][] = ['message', 'signIn']

/**
 * Whether a signature can give nothing away: it signs readable text, or signs in at the requesting site. Only for these
 * may a screen say that signing costs nothing.
 */
export const givesNothing = ({ kind, lines, parts = [] }: Description): boolean =>
  WORDS.includes(kind) && parts.length === 0 && !lines.some(({ isWarning }) => isWarning)
