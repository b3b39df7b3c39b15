import { Icon, Row, RowList, Skeleton, useCommands, useMessages } from '@portico/contracts/ui'
import { walletPicked } from '../../connections/pairingSlice.ts'
import type { ConnectItem } from '../../directory/connectItems.ts'
import { useShell, useShellDispatch } from '../../shellContext.ts'
import { ConnectorRow } from './ConnectorRow.tsx'
import { DirectoryRow } from './DirectoryRow.tsx'
import type { ConnectList } from './useConnectItems.ts'

/** By a code to scan, whatever the wallet is. */
function PairingRow({ name }: { name: string }) {
  const t = useMessages()
  const { prepare } = useShell()
  const dispatch = useShellDispatch()
  const { navigate } = useCommands()
  return (
    <Row
      label={name}
      leading={<Icon name="qr" size={24} />}
      tag={{ text: t('host.connect.qrCode'), kind: 'accent' }}
      trailing="none"
      testId="wallet-selector-walletconnect"
      onPress={() => {
        dispatch(walletPicked(undefined))
        navigate('ConnectingWalletConnect', {})
      }}
      onIntent={() => prepare('ConnectingWalletConnect')}
    />
  )
}

/** Rounded down to tens, with a sign that there are more (views.md §6.5). */
const roughly = (count: number) => {
  const tens = count < 10 ? count : Math.floor(count / 10) * 10
  return tens < count ? `${tens}+` : `${tens}`
}

export function AllWalletsRow({ count }: { count: number }) {
  const t = useMessages()
  const { prepare } = useShell()
  const { navigate } = useCommands()
  return (
    <Row
      label={t('host.connect.allWallets')}
      leading={<Icon name="search" size={24} />}
      {...(count > 0 && { tag: { text: roughly(count), kind: 'neutral' } as const })}
      testId="all-wallets"
      onPress={() => navigate('AllWallets')}
      onIntent={() => prepare('AllWallets')}
    />
  )
}

const keyOf = (item: ConnectItem): string =>
  item.kind === 'pairing'
    ? 'pairing'
    : item.kind === 'wallet'
      ? item.wallet.id
      : `${item.members[0].namespace}:${item.members[0].id}`

/** views.md §6.4: the wallets, in their order, and the way to all others. */
export function WalletList({ items, connectors, awaited, count }: ConnectList) {
  const t = useMessages()
  return (
    <>
      <RowList label={t('host.connect.wallets')}>
        {items.map((item) =>
          item.kind === 'pairing' ? (
            <PairingRow key={keyOf(item)} name={item.connector.name} />
          ) : item.kind === 'wallet' ? (
            <DirectoryRow key={keyOf(item)} wallet={item.wallet} group={item.group} />
          ) : (
            <ConnectorRow key={keyOf(item)} members={item.members} all={connectors} />
          ),
        )}
        {awaited > 0 ? <Skeleton count={awaited} /> : null}
      </RowList>
      {count === undefined ? null : <AllWalletsRow count={count} />}
    </>
  )
}
