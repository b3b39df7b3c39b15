import { type ChainNamespace, serializeError } from '@portico/contracts'
import { useCommands, useMessages } from '@portico/contracts/ui'
import { useState } from 'react'
import { disconnect } from '../../connections/disconnect.ts'
import { switchConnection } from '../../connections/switchConnection.ts'
import { useShellDispatch } from '../../shellContext.ts'
import { useErrorText } from '../../texts/useErrorText.ts'

/** The actions for a wallet in the list, and whether one of them is in progress. */
export function useWalletActions(namespace: ChainNamespace, connectorId: string) {
  const t = useMessages()
  const errorText = useErrorText()
  const dispatch = useShellDispatch()
  const { showSnack } = useCommands()
  const [isBusy, setBusy] = useState(false)

  return {
    isBusy,
    turnTo(address?: string) {
      setBusy(true)
      dispatch(switchConnection({ namespace, connectorId, ...(address !== undefined && { address }) }))
        .then(
          (switched) => {
            if (switched === 'none') return
            const text = t(switched === 'wallet' ? 'host.profile.walletSwitched' : 'host.profile.accountSwitched')
            showSnack({ variant: 'success', text })
          },
          (failure) => {
            const error = serializeError(failure, 'connection.failed')
            // Not shown if the visitor has chosen something else meanwhile.
            if (error.code !== 'connection.modalClosed') showSnack({ variant: 'error', text: errorText(error) })
          },
        )
        .finally(() => setBusy(false))
    },
    leave() {
      dispatch(disconnect(namespace, connectorId)).then(
        () => showSnack({ variant: 'success', text: t('host.profile.disconnected') }),
        () => showSnack({ variant: 'error', text: t('host.profile.disconnectFailed') }),
      )
    },
  }
}
