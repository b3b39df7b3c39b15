import type { Description } from '../description.ts'

/** What can be a mere word: a text, and a sign-in. */
const WORDS: readonly Description['kind'][] = ['message', 'signIn']

/**
 * Whether a signature can give nothing away: it is of a text that is read as it is, or signs in at the site that asks. Of these
 * and of no others a screen may say that signing costs nothing.
 */
export const givesNothing = ({ kind, lines, parts = [] }: Description): boolean =>
  WORDS.includes(kind) && parts.length === 0 && !lines.some(({ isWarning }) => isWarning)
