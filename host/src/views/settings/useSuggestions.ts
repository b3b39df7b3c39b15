import { SEARCH_DEBOUNCE_MS } from '@portico/contracts'
import { useAnswer } from '@portico/contracts/ui/forms'
import { useMemo } from 'react'
import { type NameSuggestion, suggestNames } from '../../account/names/nameService.ts'
import { useShellDispatch } from '../../shellContext.ts'
import { labelProblem } from './labelProblem.ts'

export interface Suggestions {
  readonly label: string
  /** Undefined if they could not be loaded. */
  readonly names?: readonly NameSuggestion[]
}

/** The requested name itself; all others are suggestions. */
export const exactOf = ({ label, names }: Suggestions): NameSuggestion | undefined =>
  names?.find(({ name }) => name.startsWith(`${label}.`))

/**
 * Whether a label's name is free, and similar free names, 500 ms after the last key (services.md §7.16).
 * @returns undefined while unknown, and a retry
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
