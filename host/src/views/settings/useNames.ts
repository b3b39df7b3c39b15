import { type Account, accountKey, SEARCH_DEBOUNCE_MS } from '@portico/contracts'
import { NAME_LABEL } from '@portico/contracts/services/names'
import { useAnswer } from '@portico/contracts/ui/forms'
import { useMemo } from 'react'
import { type NameSuggestion, namesOf, suggestNames } from '../../account/names/nameService.ts'
import { useShellDispatch } from '../../shellContext.ts'

/** The maximum length of `NAME_LABEL`. */
export const LABEL_MAX = 63
const CHARACTERS = /^[a-z0-9-]*$/

/** Normalizes a label for registration. */
export const readLabel = (typed: string): string => typed.trim().toLowerCase()

/** Why a label is not a valid name (rules.md §5); undefined if it is valid. An empty label counts as too short. */
export function labelProblem(label: string): 'characters' | 'short' | undefined {
  if (!CHARACTERS.test(label)) return 'characters'
  return NAME_LABEL.test(label) ? undefined : 'short'
}

export interface Suggestions {
  readonly label: string
  /** Undefined if the names could not be loaded. */
  readonly names?: readonly NameSuggestion[]
}

/** The name that was asked for; all others are suggestions. */
export const exactOf = ({ label, names }: Suggestions): NameSuggestion | undefined =>
  names?.find(({ name }) => name.startsWith(`${label}.`))

/**
 * Whether a label's name is free, and similar free names, 500 ms after the last key (services.md §7.16).
 * @returns the names, undefined while unknown, and a function that retries
 */
export function useSuggestions(label: string): readonly [Suggestions | undefined, () => void] {
  const dispatch = useShellDispatch()
  const [answer, again] = useAnswer({
    key: labelProblem(label) ? undefined : label,
    debounceMs: SEARCH_DEBOUNCE_MS,
    work: (signal) => dispatch(suggestNames(label, signal)),
  })
  const suggestions = useMemo(
    () => answer && { label, ...('value' in answer && { names: answer.value }) },
    [answer, label],
  )
  return [suggestions, again]
}

/** The name that an account has registered; undefined while unknown. */
export function useOwnName(account: Account | undefined): string | undefined {
  const dispatch = useShellDispatch()
  const owner = account?.namespace === 'eip155' ? account : undefined
  // A failure has no consequence, because registering checks this again.
  const [answer] = useAnswer({
    key: owner && accountKey(owner),
    work: async (signal) => (owner ? dispatch(namesOf(owner, signal)) : []),
  })
  return answer && 'value' in answer ? answer.value[0] : undefined
}
