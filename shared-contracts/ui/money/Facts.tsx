import type { ReactNode } from 'react'
import { useStyles } from '../hostContext.ts'
import sheet from './Facts.css'

interface Fact {
  readonly label: string
  readonly value: ReactNode
  readonly testId?: string
}

/** Facts in lines, with the names on one side and the values on the other. */
export function Facts({ facts, testId }: { readonly facts: readonly Fact[]; readonly testId?: string }) {
  useStyles(sheet)
  return (
    <dl className="Facts" data-testid={testId}>
      {facts.map(({ label, value, testId }) => (
        <div key={label} className="Facts-row">
          <dt className="Facts-label">{label}</dt>
          <dd className="Facts-value" data-testid={testId}>
            {value}
          </dd>
        </div>
      ))}
    </dl>
  )
}
