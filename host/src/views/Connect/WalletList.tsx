import { Icon, Picture, Row, RowList, Skeleton, useCommands, useMessages } from '@portico/contracts/ui'
import { walletPicked } from '../../connections/pairingSlice.ts'
import type { ConnectItem, WalletGroup } from '../../directory/connectItems.ts'
import type { DirectoryWallet } from '../../directory/walletDirectory.ts'
import { useShell, useShellDispatch } from '../../shellContext.ts'
import { useWalletBadge } from '../useBadge.ts'
import { type Place, useChooseWallet } from '../useChooseWallet.ts'
import { useImpressions } from '../useImpressions.ts'
import { ConnectorRow } from './ConnectorRow.tsx'
import type { ConnectList } from './useConnectItems.ts'

/** The row to pair any wallet with a QR code. */
function PairingRow({ name, place, disabled }: { name: string; place: Place; disabled: boolean }) {
  const t = useMessages()
  const { prepare } = useShell()
  const dispatch = useShellDispatch()
  const { navigate } = useCommands()
  return (
    <Row
      label={name}
      leading={<Icon name="qr" size={24} />}
      tag={
        disabled
          ? { text: t('host.connect.connected'), kind: 'neutral' }
          : { text: t('host.connect.qrCode'), kind: 'accent' }
      }
      trailing="none"
      disabled={disabled}
      testId="wallet-selector-walletconnect"
      onPress={() => {
        dispatch(walletPicked(undefined))
        // Loaded in parallel with the view's chunk.
        dispatch((_, __, { pairing }) => void pairing?.load().catch(() => {}))
        navigate('ConnectingWalletConnect', { place })
      }}
      onIntent={() => prepare('ConnectingWalletConnect')}
    />
  )
}

interface DirectoryRowProps {
  readonly wallet: DirectoryWallet
  readonly group: WalletGroup
  readonly place: Place
  readonly disabled: boolean
}

/** A wallet of the directory. A click opens the way to reach it, wherever it runs. */
function DirectoryRow({ wallet, group, place, disabled }: DirectoryRowProps) {
  const t = useMessages()
  const { prepare, imageOf } = useShell()
  const choose = useChooseWallet()
  const detail = useWalletBadge([wallet.id])
  return (
    <Row
      label={wallet.name}
      {...(detail && { detail })}
      leading={<Picture name={wallet.name} src={imageOf(wallet)} />}
      {...(group === 'recent' && { tag: { text: t('host.connect.recent'), kind: 'neutral' } as const })}
      trailing="none"
      disabled={disabled}
      testId={`wallet-selector-${wallet.id}`}
      onPress={() => choose(wallet, place)}
      onIntent={() => prepare('ConnectingWalletConnect')}
    />
  )
}

/** A number rounded down to tens, with a plus sign (views.md §6.5). */
const roughly = (count: number): string => {
  const tens = count < 10 ? count : Math.floor(count / 10) * 10
  return tens < count ? `${tens}+` : `${tens}`
}

export function AllWalletsRow({ count, disabled = false }: { count: number; disabled?: boolean }) {
  const t = useMessages()
  const { prepare } = useShell()
  const dispatch = useShellDispatch()
  const { navigate } = useCommands()
  return (
    <Row
      label={t('host.connect.allWallets')}
      leading={<Icon name="search" size={24} />}
      {...(count > 0 && { tag: { text: roughly(count), kind: 'neutral' } as const })}
      disabled={disabled}
      testId="all-wallets"
      onPress={() => {
        dispatch((_, __, { track }) => track('CLICK_ALL_WALLETS'))
        navigate('AllWallets')
      }}
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

/** views.md §6.4: the wallets in their order, and the row for all others. */
export function WalletList({ items, connectors, awaited, count, isPaired }: ConnectList) {
  const t = useMessages()
  const list = useImpressions({
    view: 'Connect',
    wallets: items.map((item) => (item.kind === 'wallet' ? item.wallet : undefined)),
  })
  return (
    <div className="Connect-wallets" ref={list}>
      <RowList label={t('host.connect.wallets')}>
        {items.map((item, displayIndex) => {
          const place = { view: 'Connect', displayIndex } as const
          if (item.kind === 'pairing')
            return <PairingRow key={keyOf(item)} name={item.connector.name} place={place} disabled={isPaired} />
          if (item.kind === 'connectors') {
            return <ConnectorRow key={keyOf(item)} members={item.members} all={connectors} place={place} />
          }
          return (
            <DirectoryRow key={keyOf(item)} wallet={item.wallet} group={item.group} place={place} disabled={isPaired} />
          )
        })}
        {awaited > 0 ? <Skeleton count={awaited} /> : null}
      </RowList>
      {count === undefined ? null : (
        <div className="Connect-all">
          <AllWalletsRow count={count} disabled={isPaired} />
        </div>
      )}
      {isPaired ? <p className="Connect-hint">{t('host.connect.codeTaken')}</p> : null}
    </div>
  )
}
