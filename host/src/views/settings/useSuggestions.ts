import { SEARCH_DEBOUNCE_MS } from '@portico/contracts'
import { useEffect, useState } from 'react'
import { type NameSuggestion, suggestNames } from '../../account/names/nameService.ts'
import { useShellDispatch } from '../../shellContext.ts'
import { labelProblem } from './labelProblem.ts'

export interface Suggestions {
  readonly label: string
  /** Undefined where they could not be had. */
  readonly names?: readonly NameSuggestion[]
}

/** The one that has been asked about: whatever else is suggested is another one. */
export const exactOf = ({ label, names }: Suggestions): NameSuggestion | undefined =>
  names?.find(({ name }) => name.startsWith(`${label}.`))

/**
 * Whether the name of a label is free, and which others are, 500 ms after the last key (services.md §7.16). Undefined while
 * that is not known. `attempt`: another one asks the same once more.
 */
export function useSuggestions(label: string, attempt: number): Suggestions | undefined {
  const dispatch = useShellDispatch()
  const [answer, setAnswer] = useState<Suggestions>()
  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt asks the same once more
  useEffect(() => {
    setAnswer(undefined)
    if (labelProblem(label)) return
    const life = new AbortController()
    const keep = (next: Suggestions) => life.signal.aborted || setAnswer(next)
    const timer = setTimeout(() => {
      dispatch(suggestNames(label, life.signal)).then(
        (names) => keep({ label, names }),
        () => keep({ label }),
      )
    }, SEARCH_DEBOUNCE_MS)
    return () => {
      clearTimeout(timer)
      life.abort()
    }
  }, [label, attempt, dispatch])
  return answer?.label === label ? answer : undefined
}
