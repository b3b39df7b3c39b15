import { isModalError, type SlotEntries, serializeError } from '@portico/contracts'
import { Icon, useCommands, useMessages } from '@portico/contracts/ui'
import { type FormEvent, useId, useState } from 'react'
import { useTrack } from '../../../shellContext.ts'
import { useErrorText } from '../../../texts/useErrorText.ts'
import { useLogin } from './useLogin.ts'

/** views.md §6.2: the submit button appears once there are more characters than this. */
const SHORT = 3

interface EmailFieldProps {
  readonly entry: SlotEntries['connect.email']
  readonly signal: AbortSignal
}

/** Login by email: requests a code and opens the view to enter it. */
export function EmailField({ entry, signal }: EmailFieldProps) {
  const t = useMessages()
  const errorText = useErrorText()
  const track = useTrack()
  const { embeddedWallet, navigate, showSnack } = useCommands()
  const { isTaken, prepare, canStart } = useLogin()
  const [text, setText] = useState('')
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  const problemId = useId()

  async function start(email: string): Promise<void> {
    const wallet = await embeddedWallet()
    const next = await wallet.connectEmail(email, signal)
    if (signal.aborted) return
    if (next === 'CONNECT') await wallet.connect(signal)
    else navigate(next === 'VERIFY_DEVICE' ? 'EmailVerifyDevice' : 'EmailVerifyOtp', { email })
  }

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault()
    const email = text.trim()
    if (isBusy || email.length <= SHORT || !canStart()) return
    setBusy(true)
    setProblem(undefined)
    try {
      await start(email)
    } catch (error) {
      if (signal.aborted) return
      const sentence = errorText(serializeError(error, 'connection.failed'))
      if (isModalError(error) && error.code === 'email.invalid') setProblem(sentence)
      else showSnack({ variant: 'error', text: sentence })
    } finally {
      setBusy(false)
    }
  }

  return (
    <form noValidate onSubmit={(event) => void submit(event)}>
      <div className="ConnectLogin-field">
        <input
          className="ConnectLogin-input"
          type="email"
          autoComplete="email"
          autoCapitalize="none"
          enterKeyHint="go"
          spellCheck={false}
          maxLength={508}
          aria-label={t(entry.label)}
          aria-invalid={problem ? true : undefined}
          aria-describedby={problem ? problemId : undefined}
          placeholder={t(entry.placeholder)}
          data-testid="wui-email-input"
          disabled={isTaken}
          readOnly={isBusy}
          value={text}
          onFocus={() => {
            track('EMAIL_LOGIN_SELECTED')
            prepare()
          }}
          onChange={({ target }) => {
            setText(target.value)
            setProblem(undefined)
          }}
        />
        {text.trim().length > SHORT ? (
          <button
            type="submit"
            className="ConnectLogin-submit"
            aria-label={t(isBusy ? 'host.view.loading' : 'host.connect.continue')}
            aria-busy={isBusy || undefined}
            data-testid="w3m-email-submit-button"
          >
            <Icon name="chevron" />
          </button>
        ) : null}
      </div>
      {problem ? (
        <p className="ConnectLogin-problem" id={problemId} role="alert" data-testid="wui-email-error">
          {problem}
        </p>
      ) : null}
    </form>
  )
}
