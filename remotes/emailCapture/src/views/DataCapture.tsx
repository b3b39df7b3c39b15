import { type HostState, selectAccount, truncateMiddle, type ViewProps } from '@portico/contracts'
import { EMAIL_MAX } from '@portico/contracts/embeddedWallet/email'
import { Button, Statement, useCommands, useMessages, useStyles } from '@portico/contracts/ui'
import { Loading, Stack, TextField } from '@portico/contracts/ui/forms'
import { useEffect, useRef, useState } from 'react'
import { useSelector } from 'react-redux'
import { readEmail } from '../readEmail.ts'
import { recentEmails, rememberEmail } from '../recentEmails.ts'
import { suggestions } from '../suggestions.ts'
import { useCapture } from '../useCapture.ts'
import sheet from './DataCapture.css'
import { NoCapture } from './NoCapture.tsx'

const AUTH_ID = 'AUTH'

const selectIsRequired = ({ project }: HostState): boolean => {
  const settings = project?.features.emailCapture
  return Array.isArray(settings) && settings.includes('required')
}

/** The address that the visitor signed in with, if any. */
const selectKnownEmail = (state: HostState): string | undefined =>
  selectAccount(state)?.connectorId === AUTH_ID ? state.embeddedWallet?.email : undefined

function Chips({
  label,
  chips,
  onPress,
}: {
  label: string
  chips: readonly { readonly text: string; readonly email: string }[]
  onPress: (email: string) => void
}) {
  if (chips.length === 0) return null
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset groups fields, and these are none
    <div className="DataCapture-chips" role="group" aria-label={label}>
      {chips.map(({ text, email }) => (
        <button key={email} type="button" className="DataCapture-chip" dir="ltr" onClick={() => onPress(email)}>
          {text}
        </button>
      ))}
    </div>
  )
}

/** views.md §16: collects the e-mail address of a connected visitor. */
export default function DataCapture({ signal }: ViewProps<'DataCapture'>) {
  useStyles(sheet)
  const t = useMessages()
  const { replace } = useCommands()
  const { capture, error, retry } = useCapture()
  const isRequired = useSelector(selectIsRequired)
  const known = useSelector(selectKnownEmail)
  const address = useSelector((state: HostState) => selectAccount(state)?.address ?? '')
  const [typed, setTyped] = useState(known ?? '')
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  const [recent] = useState(recentEmails)

  const type = (text: string) => {
    setTyped(text)
    setProblem(undefined)
  }
  const submit = async () => {
    const email = readEmail(typed)
    if (!capture || isBusy) return
    if (email === undefined) return setProblem(t('emailCapture.email.invalid'))
    setBusy(true)
    try {
      const isSent = await capture.requestCode(email)
      if (signal.aborted) return
      rememberEmail(email)
      if (isSent) replace('DataCaptureOtpConfirm', { email })
      else capture.goOn()
    } catch {
      setProblem(t('emailCapture.email.failed'))
    } finally {
      setBusy(false)
    }
  }

  const isSubmitted = useRef(false)
  useEffect(() => {
    if (!known || !capture?.canTake || isSubmitted.current) return
    isSubmitted.current = true
    void submit()
  })

  if (error) return <NoCapture error={error} retry={retry} />
  if (!capture) return <Loading label={t('emailCapture.loading')} count={2} />
  if (!capture.canTake) {
    return (
      <Statement picture="alert" title={t('emailCapture.unable')} role="status">
        <Button testId="email-capture-go-on" onPress={capture.goOn}>
          {t('emailCapture.continue')}
        </Button>
        <Button kind="secondary" testId="email-capture-disconnect" onPress={() => void capture.disconnect()}>
          {t('emailCapture.disconnect')}
        </Button>
      </Statement>
    )
  }
  const offered = suggestions(typed).map(({ ending, email }) => ({ text: ending, email }))
  const used = typed === '' ? recent.map((email) => ({ text: email, email })) : []
  return (
    <Stack gap={3}>
      <p className="DataCapture-ask">
        {t(isRequired ? 'emailCapture.ask.required' : 'emailCapture.ask', { site: location.host })}
      </p>
      <TextField
        type="email"
        label={t('emailCapture.email')}
        placeholder={t('emailCapture.email.example')}
        value={typed}
        onChange={type}
        onSubmit={() => void submit()}
        maxLength={EMAIL_MAX}
        dir="ltr"
        isBusy={isBusy}
        problem={problem}
        hint={
          known && isBusy ? (
            <span role="status">
              {t('emailCapture.verifying', { email: known, address: truncateMiddle(address, 6, 4) })}
            </span>
          ) : null
        }
        testId="email-capture-input"
      />
      <Chips label={t('emailCapture.suggestions')} chips={offered} onPress={type} />
      <Chips label={t('emailCapture.recent')} chips={used} onPress={type} />
      <Button
        testId="email-capture-continue"
        disabled={readEmail(typed) === undefined}
        busy={isBusy}
        onPress={() => void submit()}
      >
        {t('emailCapture.continue')}
      </Button>
      {isRequired ? null : (
        <Button kind="quiet" testId="email-capture-skip" onPress={capture.goOn}>
          {t('emailCapture.skip')}
        </Button>
      )}
    </Stack>
  )
}
