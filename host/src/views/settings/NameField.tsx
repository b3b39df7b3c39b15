import { useMessages } from '@portico/contracts/ui'
import { TextField } from '@portico/contracts/ui/forms'
import { LABEL_MAX } from './labelProblem.ts'

interface NameFieldProps {
  readonly value: string
  readonly onChange: (value: string) => void
  readonly onSubmit: () => void
  /** What comes after the label, with its full stop; undefined while nobody knows. */
  readonly zone: string | undefined
  /** Nothing can be typed: something is under way. */
  readonly isBusy: boolean
  readonly disabled: boolean
  /** The way on, as soon as there is one. */
  readonly submitLabel: string | undefined
  readonly problem: string | undefined
  readonly hint: string | undefined
}

/** The part of a name that its owner chooses. Names are read from left to right everywhere. */
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
