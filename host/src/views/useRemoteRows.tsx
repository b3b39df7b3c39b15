import { type ChainNamespace, fillSlot } from '@portico/contracts'
import { Icon, Row, useCommands, useMessages } from '@portico/contracts/ui'
import { type ReactNode, useMemo } from 'react'
import { useShell, useShellSelector } from '../shellContext.ts'

/** The rows that remotes add to a view. With `family`, without those that are only for other chain families. */
export function useRemoteRows(
  slot: 'account.rows' | 'connect.methods' | 'networks.rows',
  family?: ChainNamespace,
): readonly ReactNode[] {
  const t = useMessages()
  const { navigate } = useCommands()
  const { prepare } = useShell()
  const byId = useShellSelector((state) => state.remotes.byId)
  const rows = useMemo(() => fillSlot(byId, slot, family), [byId, slot, family])
  return rows.map((row) => (
    <Row
      key={`${row.remoteId}.${row.view}`}
      label={t(row.label)}
      leading={<Icon name={row.icon} />}
      testId={row.testId}
      onIntent={() => prepare(row.view)}
      onPress={() => (navigate as (view: string) => void)(row.view)}
    />
  ))
}
