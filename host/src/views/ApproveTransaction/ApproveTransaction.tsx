import { Button, Skeleton, Statement, useCommands, useMessages, useStyles } from '@portico/contracts/ui'
import { useEffect, useRef } from 'react'
import { frameHeightPx } from '../../embeddedWallet/placeFrame.ts'
import type { ApprovalFailed } from '../../embeddedWallet/setup.ts'
import { useShellDispatch } from '../../shellContext.ts'
import { useErrorText } from '../../texts/useErrorText.ts'
import sheet from './ApproveTransaction.css'

/** Shown if the wallet itself cannot load. As no frame is shown, this is all that the visitor learns of the request. */
function Failed({ error }: ApprovalFailed) {
  const t = useMessages()
  const errorText = useErrorText()
  const { close } = useCommands()
  return (
    <Statement picture="alert" tone="danger" title={errorText(error)} role="alert">
      <Button kind="secondary" onPress={close}>
        {t('host.close')}
      </Button>
    </Statement>
  )
}

/** views.md §14.1: the space for the embedded wallet, whose frame covers it and shows what has to be approved. */
export function ApproveTransaction({ params }: { readonly params: ApprovalFailed | undefined }) {
  return params ? <Failed {...params} /> : <FrameRoom />
}

function FrameRoom() {
  useStyles(sheet)
  const t = useMessages()
  const dispatch = useShellDispatch()
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const life = new AbortController()
    const room = place.current
    const show = async () => {
      const client = await dispatch((_, __, { embeddedWallet }) => embeddedWallet?.client())
      if (room && !life.signal.aborted) await client?.show(room, life.signal)
    }
    // Without the frame the visitor is asked nothing, and the request is rejected when the window closes.
    show().catch((error) => console.error('[portico]', error))
    return () => life.abort()
  }, [dispatch])
  return (
    <div
      ref={place}
      className="ApproveTransaction"
      style={{ height: frameHeightPx() }}
      data-testid="w3m-approve-transaction"
    >
      <div role="status" aria-label={t('host.view.loading')}>
        <Skeleton count={4} />
      </div>
    </div>
  )
}
