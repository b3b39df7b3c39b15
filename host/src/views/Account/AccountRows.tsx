import type { Account, Network } from '@portico/contracts'
import { explorerLink } from '@portico/contracts/chains/explorerLink'
import { Icon, Row, useMessages } from '@portico/contracts/ui'
import { useRemoteRows } from '../useRemoteRows.tsx'
import { openPage } from '../wallets/storesOf.ts'

/** Rows that open something else: the remotes' rows, and the network's explorer if it has one. */
export function AccountRows({ account, network }: { account: Account; network: Network | undefined }) {
  const t = useMessages()
  const rows = useRemoteRows('account.rows', account.namespace)
  const explorer = network && explorerLink(network, 'address', account.address)
  return (
    <>
      {rows}
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
