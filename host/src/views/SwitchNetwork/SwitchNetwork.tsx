import {
  type CaipNetworkId,
  type SerializedError,
  selectActiveNetwork,
  selectNetwork,
  serializeError,
  type ViewProps,
} from '@portico/contracts'
import { Button, LoadingRing, Picture, Statement, useMessages } from '@portico/contracts/ui'
import { useCallback, useEffect, useState } from 'react'
import { switchNetwork } from '../../connections/switchNetwork.ts'
import { type StackEntry, selectStack } from '../../router/routerSlice.ts'
import { useShell, useShellDispatch, useShellSelector } from '../../shellContext.ts'
import { useErrorText } from '../../texts/useErrorText.ts'

/** views.md §13.3: the wallet has been asked to switch. Shows a refusal; nothing changes until the wallet agrees. */
export function SwitchNetwork({ params, signal }: ViewProps<'SwitchNetwork'>) {
  const t = useMessages()
  const errorText = useErrorText()
  const { commands } = useShell()
  const dispatch = useShellDispatch()
  const caipNetworkId = params.caipNetworkId as CaipNetworkId
  const network = useShellSelector((state) => selectNetwork(state, caipNetworkId))
  const active = useShellSelector(selectActiveNetwork)
  const [error, setError] = useState<SerializedError>()

  const ask = useCallback(() => {
    setError(undefined)
    dispatch(switchNetwork(caipNetworkId)).then(
      () => dispatch((_, getState) => !signal.aborted && leave(selectStack(getState()), commands)),
      (failure: unknown) => !signal.aborted && setError(serializeError(failure, 'connection.requestFailed')),
    )
  }, [caipNetworkId, dispatch, signal, commands])
  useEffect(ask, [ask])

  const name = network?.name ?? caipNetworkId
  const detail = error ? active && t('host.switch.failedDetail', { name: active.name }) : t('host.switch.detail')
  return (
    <Statement
      picture={
        <LoadingRing shape="round" state={error ? 'failed' : 'running'}>
          <Picture name={name} src={network?.imageUrl} size={80} shape="round" />
        </LoadingRing>
      }
      tone={error ? 'danger' : 'neutral'}
      title={error ? errorText(error) : t('host.switch.title')}
      {...(detail && { detail })}
      role={error ? 'alert' : 'status'}
    >
      {error ? (
        <Button kind="secondary" icon="retry" testId="w3m-connecting-widget-secondary-button" onPress={ask}>
          {t('host.retry')}
        </Button>
      ) : null}
    </Statement>
  )
}

/** Returns to the view that needed the network, skipping the list of networks. */
function leave(stack: readonly StackEntry[], commands: ReturnType<typeof useShell>['commands']): void {
  if (stack.at(-1)?.view !== 'SwitchNetwork') return
  commands.back()
  if (stack.length > 2 && stack.at(-2)?.view === 'Networks') commands.back()
}
