import { isModalError, type ViewProps } from '@portico/contracts'
import { Button, useCommands, useMessages, useStyles } from '@portico/contracts/ui'
import { Loading, Stack, TextField } from '@portico/contracts/ui/forms'
import { useState } from 'react'
import { isWhole, readCode } from '../readCode.ts'
import { useCapture } from '../useCapture.ts'
import sheet from './DataCapture.css'
import { NoCapture } from './NoCapture.tsx'

/** Leaves room for a code that is pasted with surrounding text. */
const LENGTH_MAX = 60

/** views.md §16: entry of the code sent to the address. */
export default function DataCaptureOtpConfirm({ params, signal }: ViewProps<'DataCaptureOtpConfirm'>) {
  useStyles(sheet)
  const t = useMessages()
  const { replace, showSnack } = useCommands()
  const { capture, error, retry } = useCapture()
  const [code, setCode] = useState('')
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  // A page can open any view without its parameters.
  const email = params?.email ?? ''

  if (error) return <NoCapture error={error} retry={retry} />
  if (!capture) return <Loading label={t('emailCapture.loading')} count={2} />
  const goOn = () => {
    if (!signal.aborted) capture.goOn()
  }
  const correct = () => void replace('DataCapture')
  const during = async (act: () => Promise<void>, textOf: (error: unknown) => string) => {
    setBusy(true)
    setProblem(undefined)
    try {
      await act()
    } catch (error) {
      setCode('')
      setProblem(textOf(error))
    } finally {
      setBusy(false)
    }
  }
  const check = (whole: string) =>
    during(
      async () => {
        await capture.confirmCode(whole)
        goOn()
      },
      (error) =>
        t(isModalError(error) && error.details.isRefused ? 'emailCapture.code.refused' : 'emailCapture.code.failed'),
    )
  const resend = () =>
    during(
      async () => {
        if (!(await capture.requestCode(email))) return goOn()
        showSnack({ variant: 'success', text: t('emailCapture.code.resent') })
      },
      () => t('emailCapture.email.failed'),
    )
  const type = (text: string) => {
    const next = readCode(text)
    setCode(next)
    setProblem(undefined)
    if (isWhole(next) && !isBusy) void check(next)
  }
  return (
    <Stack gap={3}>
      <p className="DataCapture-ask">{t('emailCapture.code.sentTo', { email })}</p>
      <TextField
        type="text"
        label={t('emailCapture.code.label')}
        placeholder="000000"
        value={code}
        onChange={type}
        onSubmit={() => isWhole(code) && void check(code)}
        maxLength={LENGTH_MAX}
        dir="ltr"
        isBusy={isBusy}
        problem={problem}
        testId="wui-otp-input"
      />
      <Button testId="email-capture-confirm" disabled={!isWhole(code)} busy={isBusy} onPress={() => void check(code)}>
        {t('emailCapture.code.submit')}
      </Button>
      <Button kind="quiet" testId="email-capture-resend" disabled={isBusy} onPress={() => void resend()}>
        {t('emailCapture.code.resend')}
      </Button>
      <Button kind="quiet" testId="email-capture-other" disabled={isBusy} onPress={correct}>
        {t('emailCapture.code.other')}
      </Button>
    </Stack>
  )
}
