import type { EmailCaptureCommands, SerializedError } from '@portico/contracts'
import { serializeError } from '@portico/contracts'
import { useCommands } from '@portico/contracts/ui'
import { useEffect, useState } from 'react'

interface Coming {
  readonly capture?: EmailCaptureCommands
  readonly error?: SerializedError
}

/** The site's sign-in, as far as it takes addresses; it comes with a file of its own. */
export function useCapture(): Coming & { readonly retry: () => void } {
  const { emailCapture } = useCommands()
  const [coming, setComing] = useState<Coming>({})
  const [round, setRound] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a round asks again
  useEffect(() => {
    let isHere = true
    emailCapture().then(
      (capture) => isHere && setComing({ capture }),
      (error: unknown) => isHere && setComing({ error: serializeError(error, 'remote.unreachable') }),
    )
    return () => {
      isHere = false
    }
  }, [emailCapture, round])
  const retry = () => {
    setComing({})
    setRound((count) => count + 1)
  }
  return { ...coming, retry }
}
