import type { EmailCaptureCommands, SerializedError } from '@portico/contracts'
import { serializeError } from '@portico/contracts'
import { useCommands } from '@portico/contracts/ui'
import { useAnswer } from '@portico/contracts/ui/forms'

interface Coming {
  readonly capture?: EmailCaptureCommands
  readonly error?: SerializedError
  readonly retry: () => void
}

/** The e-mail collection API of the site's sign-in. Its code loads with the view. */
export function useCapture(): Coming {
  const { emailCapture } = useCommands()
  const [answer, retry] = useAnswer({ key: 'capture', work: emailCapture })
  if (!answer) return { retry }
  if ('error' in answer) return { error: serializeError(answer.error, 'remote.unreachable'), retry }
  return { capture: answer.value, retry }
}
