import { type ChainNamespace, type ErrorCode, selectConnectors, type ViewProps } from '@portico/contracts'
import { Button, LoadingRing, Picture, Statement, useMessages } from '@portico/contracts/ui'
import { useState } from 'react'
import { connect } from '../../connections/connect.ts'
import { findLive } from '../../connections/liveConnections.ts'
import { isMultiWallet } from '../../connections/situation.ts'
import { useShellDispatch, useShellSelector } from '../../shellContext.ts'
import { useErrorText } from '../../texts/useErrorText.ts'
import { AlreadyLinked } from './AlreadyLinked.tsx'

/** What is certain besides the reason. After a failure half-way, the wallet may already have revealed its account. */
const DETAILS: Partial<Record<ErrorCode, string>> = {
  'connection.pending': 'host.connecting.pendingDetail',
  'connection.providerMissing': 'host.connecting.nothingShared',
  'connection.rejected': 'host.connecting.nothingShared',
}

/** views.md §8.2: the wallet has been asked, and the visitor has to answer in the wallet. */
export function ConnectingExternal({ params, signal }: ViewProps<'ConnectingExternal'>) {
  const t = useMessages()
  const errorText = useErrorText()
  const dispatch = useShellDispatch()
  const namespace = params.namespace as ChainNamespace
  const connector = useShellSelector((state) =>
    selectConnectors(state, namespace).find(({ id }) => id === params.connectorId),
  )
  const family = useShellSelector((state) => state.connections.families[namespace])
  const isConnected = useShellSelector(
    (state) => isMultiWallet(state) && findLive(state, namespace, params.connectorId) !== undefined,
  )
  const name = connector?.name ?? params.connectorId
  const isMine = family?.connectorId === params.connectorId
  const isAsking = isMine && family?.status === 'connecting'
  // Captured at the start, because later the wallet may have been connected by this view.
  const [isLinked] = useState(isConnected && !isAsking)
  const error = isMine && !isAsking ? family?.error : undefined
  const retry = () => {
    dispatch(connect({ namespace, connectorId: params.connectorId }, { signal })).catch(() => {}) // shown below
  }
  const picture = <Picture name={name} src={connector?.imageUrl} size={80} />
  if (isLinked) {
    return <AlreadyLinked namespace={namespace} connectorId={params.connectorId} name={name} picture={picture} />
  }
  const again = (
    <Button kind="secondary" icon="retry" testId="w3m-connecting-widget-secondary-button" onPress={retry}>
      {t('host.retry')}
    </Button>
  )
  // The page or another tab has asked for something else meanwhile, so this view no longer waits.
  if (!isMine || error?.code === 'connection.modalClosed') {
    return (
      <Statement picture={picture} title={t('host.connecting.title', { name })} role="status">
        {again}
      </Statement>
    )
  }
  const detail = error ? DETAILS[error.code] : 'host.connecting.detail'
  return (
    <Statement
      picture={<LoadingRing state={error ? 'failed' : 'running'}>{picture}</LoadingRing>}
      tone={error ? 'danger' : 'neutral'}
      title={error ? errorText(error) : t('host.connecting.title', { name })}
      {...(detail && { detail: t(detail) })}
      role={error ? 'alert' : 'status'}
    >
      {error ? again : null}
    </Statement>
  )
}
