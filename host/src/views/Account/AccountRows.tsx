import type { Account, Network } from '@portico/contracts'
import { explorerLink } from '@portico/contracts/chains/explorerLink'
import { Icon, Row, useCommands, useMessages } from '@portico/contracts/ui'
import { useMemo } from 'react'
import { fillSlot } from '../../kernel/remotesSlice.ts'
import { useShell, useShellSelector } from '../../shellContext.ts'
import { openPage } from '../wallets/storesOf.ts'

/** Rows that open something else: the remotes' rows, and the network's explorer if it has one. */
export function AccountRows({ account, network }: { account: Account; network: Network | undefined }) {
  const t = useMessages()
  const { navigate } = useCommands()
  const { prepare } = useShell()
  const remotes = useShellSelector((state) => state.remotes)
  const rows = useMemo(
    () =>
      fillSlot(remotes, 'account.rows').filter(
        ({ namespaces }) => !namespaces || namespaces.includes(account.namespace),
      ),
    [remotes, account.namespace],
  )
  const explorer = network && explorerLink(network, 'address', account.address)
  return (
    <>
      {rows.map((row) => (
        <Row
          key={`${row.remoteId}.${row.view}`}
          label={t(row.label)}
          leading={<Icon name={row.icon} />}
          testId={row.testId}
          onIntent={() => prepare(row.view)}
          onPress={() => (navigate as (view: string) => void)(row.view)}
        />
      ))}
      {explorer ? (
        <Row
          label={t('host.account.explorer')}
          leading={<Icon name="network" />}
          trailing="external"
          onPress={() => openPage(explorer)}
        />
      ) : null}
    </>
  )
}
