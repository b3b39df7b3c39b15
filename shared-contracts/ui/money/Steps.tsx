import { useStyles } from '../hostContext.ts'
import { Icon } from '../Icon.tsx'
import sheet from './Steps.css'

interface Step {
  readonly label: string
  readonly state: 'done' | 'now' | 'later'
}

interface StepsProps {
  /** The purpose of the steps, which is read aloud. */
  readonly label: string
  readonly steps: readonly Step[]
}

/** The progress through numbered steps. */
export function Steps({ label: purpose, steps }: StepsProps) {
  useStyles(sheet)
  return (
    <ol className="Steps" aria-label={purpose}>
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
