import { useMessages, useStyles } from '@portico/contracts/ui'
import { FieldBox } from '@portico/contracts/ui/money'
import { type ReactNode, useId } from 'react'
import sheet from './ReceiverField.css'

interface ReceiverFieldProps {
  readonly value: string
  readonly onChange: (value: string) => void
  readonly onSubmit: () => void
  /** Notes about the typed receiver. */
  readonly children?: ReactNode
  readonly isWrong: boolean
  /** The receiver comes from a site's request. */
  readonly isReadOnly?: boolean
}

/** Longer than any address or name. */
const LENGTH_MAX = 255

/** The receiver: an address or name, typed or pasted. */
export function ReceiverField({ value, onChange, onSubmit, children, isWrong, isReadOnly }: ReceiverFieldProps) {
  useStyles(sheet)
  const t = useMessages()
  const lineId = useId()
  const paste = async () => {
    try {
      onChange((await navigator.clipboard.readText()).trim().slice(0, LENGTH_MAX))
    } catch {
      // The browser or the visitor denied clipboard access; the field still works.
    }
  }
  return (
    <FieldBox
      isWrong={isWrong}
      onSubmit={onSubmit}
      row={
        <>
          <input
            className="ReceiverField-input"
            type="text"
            dir="ltr"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            enterKeyHint="next"
            maxLength={LENGTH_MAX}
            placeholder={t('send.receiver.placeholder')}
            aria-label={t('send.receiver')}
            aria-invalid={isWrong || undefined}
            aria-describedby={lineId}
            data-testid="send-receiver-input"
            readOnly={isReadOnly}
            value={value}
            onChange={(event) => onChange(event.target.value)}
          />
          {value === '' ? (
            <button type="button" className="ReceiverField-paste" data-testid="send-paste-button" onClick={paste}>
              {t('send.paste')}
            </button>
          ) : null}
        </>
      }
    >
      <div className="ReceiverField-line" id={lineId} role="status">
        {children}
      </div>
    </FieldBox>
  )
}
