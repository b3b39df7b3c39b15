import type { Commands, EmbeddedWalletCommands } from '@portico/contracts'
import { useCommands, useMessages } from '@portico/contracts/ui'
import { AskAgain } from './AskAgain.tsx'
import { CodeForm } from './CodeForm.tsx'
import type { EmailChange } from './emailChange.ts'
import { useCountdown } from './useCountdown.ts'
import { useEmbeddedWallet } from './useEmbeddedWallet.ts'
import { useWork } from './useWork.ts'

interface UpdateCodeProps {
  readonly change: EmailChange
  /** Which of the two addresses received the code. */
  readonly of: 'primary' | 'secondary'
  readonly signal: AbortSignal
  /** Checks the code and leaves the view. */
  readonly check: (wallet: EmbeddedWalletCommands, code: string, signal: AbortSignal) => Promise<void>
}

/** One of the two codes needed to change an address. Starting over returns to the address field. */
export function UpdateCode({ change, of, signal, check }: UpdateCodeProps) {
  const t = useMessages()
  const commands = useCommands()
  const wallet = useEmbeddedWallet()
  const work = useWork<'check' | 'send'>(signal)
  const waitS = useCountdown(() => wallet?.emailCooldownS() ?? 0)

  const onCode = (code: string) =>
    work.run('check', async (embedded, running) => {
      await check(embedded, code, running.signal)
      return 'check'
    })
  const onNewCode = () =>
    work.run('send', async (embedded, running) => {
      const next = await embedded.updateEmail(change.newEmail, running.signal)
      running.signal.throwIfAborted()
      commands.showSnack({ variant: 'success', text: t('email.resent') })
      goTo(commands, next === 'VERIFY_PRIMARY_OTP' ? 'primary' : 'secondary', of, change)
    })
  return (
    <CodeForm
      email={of === 'primary' ? change.email : change.newEmail}
      work={work}
      waitS={0}
      onCode={(code) => void onCode(code)}
      onNewCode={() => void onNewCode()}
      onOtherAddress={commands.back}
    >
      <AskAgain
        question={t('email.wrong')}
        label={waitS > 0 ? t('email.tryAgainIn', { seconds: waitS }) : t('email.tryAgain')}
        disabled={waitS > 0}
        onPress={commands.back}
      />
    </CodeForm>
  )
}

function goTo(
  { replace }: Commands,
  next: UpdateCodeProps['of'],
  now: UpdateCodeProps['of'],
  change: EmailChange,
): void {
  if (next === now) return
  if (next === 'primary') replace('UpdateEmailPrimaryOtp', change)
  else replace('UpdateEmailSecondaryOtp', change)
}
