import { Icon, useMessages, useStyles } from '@portico/contracts/ui'
import sheet from './Steps.css'

type StepState = 'done' | 'now' | 'later'

interface Step {
  readonly label: string
  readonly state: StepState
}

/** Progress through the steps of a swap. */
export function Steps({ steps }: { readonly steps: readonly Step[] }) {
  useStyles(sheet)
  const t = useMessages()
  return (
    <ol className="Steps" aria-label={t('swaps.steps')}>
      {steps.map(({ label, state }, index) => (
        <li
          key={label}
          className={`Steps-step Steps-${state}`}
          aria-current={state === 'now' ? 'step' : undefined}
          data-state={state}
        >
          <span className="Steps-mark" aria-hidden="true">
            {state === 'done' ? <Icon name="check" /> : index + 1}
          </span>
          <span>{label}</span>
        </li>
      ))}
    </ol>
  )
}
