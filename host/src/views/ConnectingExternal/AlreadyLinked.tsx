import type { ChainNamespace, Connection } from '@portico/contracts'
import { Statement, useMessages } from '@portico/contracts/ui'
import { type ReactNode, useEffect, useState } from 'react'
import { findLive, liveConnections } from '../../connections/liveConnections.ts'
import { snackShown } from '../../feedbackSlice.ts'
import { opened } from '../../router/routerSlice.ts'
import { useShellDispatch, useShellSelector } from '../../shellContext.ts'

interface AlreadyLinkedProps {
  readonly namespace: ChainNamespace
  readonly connectorId: string
  readonly name: string
  readonly picture: ReactNode
}

const addressesOf = (connection: Connection | undefined): readonly string[] =>
  connection?.accounts.map(({ address }) => address) ?? []

/** views.md §8.2: in multi-wallet mode, a connected wallet is not asked again. An event from it closes this view. */
export function AlreadyLinked({ namespace, connectorId, name, picture }: AlreadyLinkedProps) {
  const t = useMessages()
  const dispatch = useShellDispatch()
  const connection = useShellSelector((state) => findLive(state, namespace, connectorId))
  const isLast = useShellSelector((state) => liveConnections(state, namespace).length === 0)
  const [before] = useState(() => addressesOf(connection))

  useEffect(() => {
    const now = addressesOf(connection)
    // When the last connection ends, the account is gone and the window closes by itself.
    if (isLast || String(now) === String(before)) return
    dispatch(opened({ view: 'ProfileWallets' }))
    if (!connection) dispatch(snackShown({ variant: 'success', key: 'host.profile.deleted' }))
    else if (now.some((address) => !before.includes(address)))
      dispatch(snackShown({ variant: 'success', key: 'host.profile.added' }))
  }, [connection, before, isLast, dispatch])

  return (
    <Statement
      picture={picture}
      title={t('host.connecting.linked', { name })}
      detail={t('host.connecting.linkedDetail', { name })}
      role="status"
    />
  )
}
