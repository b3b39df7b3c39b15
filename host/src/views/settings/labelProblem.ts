import { NAME_LABEL } from '@portico/contracts/services/names'

/** The maximum length of `NAME_LABEL`. */
export const LABEL_MAX = 63
const CHARACTERS = /^[a-z0-9-]*$/

/** Normalizes a label for registration. */
export const readLabel = (typed: string): string => typed.trim().toLowerCase()

/** Why a label is not a valid name (rules.md §5); undefined if it is. An empty one is merely short. */
export function labelProblem(label: string): 'characters' | 'short' | undefined {
  if (!CHARACTERS.test(label)) return 'characters'
  return NAME_LABEL.test(label) ? undefined : 'short'
}
