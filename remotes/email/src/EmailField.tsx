import { EMAIL_MAX } from '@portico/contracts/embeddedWallet/email'
import { useMessages } from '@portico/contracts/ui'
import { TextField } from '@portico/contracts/ui/forms'

/** views.md §6.2: the submit button appears once the text is longer than this. */
const SHORT = 3

interface EmailFieldProps {
  readonly value: string
  readonly onChange: (value: string) => void
  readonly onSubmit: () => void
  readonly isBusy: boolean
  readonly problem?: string | undefined
  readonly hint?: string
  /** Shows the submit button inside the field. If false, the view has its own. */
  readonly hasSubmit?: boolean
}

export function EmailField({ hint, hasSubmit, ...field }: EmailFieldProps) {
  const t = useMessages()
  return (
    <TextField
      {...field}
      type="email"
      label={t('email.label')}
      placeholder={t('email.placeholder')}
      // Leaves room for surrounding spaces, which are trimmed.
      maxLength={EMAIL_MAX * 2}
      busyLabel={t('email.sending')}
      submitLabel={hasSubmit && field.value.trim().length > SHORT ? t('email.submit') : undefined}
      hint={hint ? <p>{hint}</p> : null}
      testId="wui-email-input"
    />
  )
}
