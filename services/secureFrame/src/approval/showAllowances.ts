import { allowanceSentences, type Description } from '@portico/contracts/preview'
import { type Showing, wordsOf } from './showValue.ts'

/** Who may take what from now on, in sentences. */
export const showAllowances = (showing: Showing, description: Description): readonly HTMLElement[] =>
  allowanceSentences(description, wordsOf(showing)).map(({ key, values, isDanger }) =>
    showing.make(
      'p',
      { class: `approval-line approval-warning${isDanger ? ' approval-danger' : ''}` },
      showing.t(key, values),
    ),
  )
