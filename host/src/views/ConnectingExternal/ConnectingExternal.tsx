import { type ChainNamespace, type ErrorCode, selectConnectors, type ViewProps } from '@portico/contracts'
import { Button, LoadingRing, Picture, Statement, useMessages } from '@portico/contracts/ui'
import { connect } from '../../connections/connect.ts'
import { useShellDispatch, useShellSelector } from '../../shellContext.ts'
import { useErrorText } from '../../useErrorText.ts'

/** What can truly be said beside the reason: after a failure half-way the wallet may have named its account. */
const DETAILS: Partial<Record<ErrorCode, string>> = {
  'connection.pending': 'host.connecting.pendingDetail',
  'connection.providerMissing': 'host.connecting.nothingShared',
  'connection.rejected': 'host.connecting.nothingShared',
}

/** views.md §8.2: the wallet has been asked, and the visitor has to answer there. */
export function ConnectingExternal({ params, signal }: ViewProps<'ConnectingExternal'>) {
  const t = useMessages()
  const errorText = useErrorText()
  const dispatch = useShellDispatch()
  const namespace = params.namespace as ChainNamespace
  const connector = useShellSelector((state) =>
    selectConnectors(state, namespace).find(({ id }) => id === params.connectorId),
  )
  const family = useShellSelector((state) => state.connections.families[namespace])
  const name = connector?.name ?? params.connectorId
  const isMine = family?.connectorId === params.connectorId
  const error = isMine && family?.status !== 'connecting' ? family?.error : undefined
  const retry = () => {
    dispatch(connect({ namespace, connectorId: params.connectorId }, { signal })).catch(() => {}) // shown below
  }
  const logo = (
    <LoadingRing state={error ? 'failed' : 'running'}>
      <Picture name={name} src={connector?.imageUrl} size={80} />
    </LoadingRing>
  )
  const detail = error && DETAILS[error.code]
  if (!error) {
    return (
      <Statement
        picture={logo}
        title={t('host.connecting.title', { name })}
        detail={t('host.connecting.detail')}
        role="status"
      />
    )
  }
  return (
    <Statement
      picture={logo}
      tone="danger"
      title={errorText(error)}
      {...(detail && { detail: t(detail) })}
      role="alert"
    >
      <Button kind="secondary" icon="retry" testId="w3m-connecting-widget-secondary-button" onPress={retry}>
        {t('host.retry')}
      </Button>
    </Statement>
  )
}
