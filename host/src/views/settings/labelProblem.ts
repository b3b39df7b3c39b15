import { NAME_LABEL } from '@portico/contracts/services/names'

/** The longest that `NAME_LABEL` takes. */
export const LABEL_MAX = 63
const CHARACTERS = /^[a-z0-9-]*$/

/** As it will be registered. */
export const readLabel = (typed: string): string => typed.trim().toLowerCase()

/** Why a label can be no name (rules.md §5); undefined where it can. What nobody has typed yet is merely short. */
export function labelProblem(label: string): 'characters' | 'short' | undefined {
  if (!CHARACTERS.test(label)) return 'characters'
  return NAME_LABEL.test(label) ? undefined : 'short'
}
