import type { ViewProps } from '@portico/contracts'
import { useCommands } from '@portico/contracts/ui'
import { NO_CHANGE } from '../emailChange.ts'
import { UpdateCode } from '../UpdateCode.tsx'

/** views.md §10: entry of the code sent to the current address. */
export default function UpdateEmailPrimaryOtp({ params = NO_CHANGE, signal }: ViewProps<'UpdateEmailPrimaryOtp'>) {
  const { replace } = useCommands()
  return (
    <UpdateCode
      of="primary"
      change={params}
      signal={signal}
      check={async (wallet, code, running) => {
        await wallet.checkPrimaryCode(code, running)
        running.throwIfAborted()
        replace('UpdateEmailSecondaryOtp', params)
      }}
    />
  )
}
