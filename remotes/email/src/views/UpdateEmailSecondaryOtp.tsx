import type { ViewProps } from '@portico/contracts'
import { useCommands, useMessages } from '@portico/contracts/ui'
import { NO_CHANGE } from '../emailChange.ts'
import { UpdateCode } from '../UpdateCode.tsx'

/** views.md §10: entry of the code sent to the new address, which then becomes the wallet's. */
export default function UpdateEmailSecondaryOtp({ params = NO_CHANGE, signal }: ViewProps<'UpdateEmailSecondaryOtp'>) {
  const t = useMessages()
  const { back, close, showSnack } = useCommands()
  const { redirectView } = params
  return (
    <UpdateCode
      of="secondary"
      change={params}
      signal={signal}
      check={async (wallet, code, running) => {
        await wallet.checkSecondaryCode(code, running)
        running.throwIfAborted()
        if (!redirectView) return close()
        showSnack({ variant: 'success', text: t('email.update.done') })
        // Skips the address field and returns to the view before it.
        back()
        back()
      }}
    />
  )
}
