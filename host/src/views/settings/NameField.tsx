import { useMessages } from '@portico/contracts/ui'
import { TextField } from '@portico/contracts/ui/forms'
import { LABEL_MAX } from './labelProblem.ts'

interface NameFieldProps {
  readonly value: string
  readonly onChange: (value: string) => void
  readonly onSubmit: () => void
  /** The suffix after the label, with its dot; undefined while unknown. */
  readonly zone: string | undefined
  /** Disables typing while an action runs. */
  readonly isBusy: boolean
  readonly disabled: boolean
  /** The submit button's label, once there is something to submit. */
  readonly submitLabel: string | undefined
  readonly problem: string | undefined
  readonly hint: string | undefined
}

/** The part of a name that its owner chooses. Names read left to right in every language. */
export function NameField({ zone, hint, ...field }: NameFieldProps) {
  const t = useMessages()
  return (
    <TextField
      {...field}
      type="text"
      dir="ltr"
      label={t('host.name.label')}
      placeholder={t('host.name.placeholder')}
      maxLength={LABEL_MAX}
      ending={zone}
      hint={<p role="status">{hint}</p>}
      testId="wui-ens-input"
      submitTestId="wui-ens-submit"
    />
  )
}
