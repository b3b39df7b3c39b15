import { type Connector, WALLET_CONNECT_ID } from '@portico/contracts'
import { Icon, Picture, Row, RowList, Skeleton, Statement, useCommands, useMessages } from '@portico/contracts/ui'
import { useEffect } from 'react'
import { RECOMMENDED_MAX } from '../../directory/connectItems.ts'
import { selectDirectory, walletsOf } from '../../directory/directorySlice.ts'
import { prefetchWallets } from '../../directory/prefetch.ts'
import type { DirectoryWallet } from '../../directory/walletDirectory.ts'
import { selectOptions } from '../../settingsSlice.ts'
import { useShell, useShellDispatch, useShellSelector } from '../../shellContext.ts'
import { isDirectoryOffered } from '../Connect/useConnectItems.ts'
import { openPage, storesOf } from './storesOf.ts'

const isPairing = ({ id }: Connector) => id === WALLET_CONNECT_ID

/** views.md §7.3: suggests wallets to visitors who have none. */
export function GetWallet() {
  const t = useMessages()
  const dispatch = useShellDispatch()
  const { imageOf } = useShell()
  const { navigate } = useCommands()
  const directory = useShellSelector(selectDirectory)
  const isOffered = useShellSelector(
    (state) =>
      isDirectoryOffered(selectOptions(state)) &&
      Object.values(state.connections.connectors).some((found) => found?.some(isPairing)),
  )
  const ids = [...new Set([...directory.featured, ...directory.custom, ...directory.recommended])]
  const wallets = walletsOf(directory, ids)
    .filter((wallet) => storesOf(wallet).length > 0)
    .slice(0, RECOMMENDED_MAX)

  // Requests the directory again if it was unreachable when the window opened.
  useEffect(() => void dispatch(prefetchWallets()), [dispatch])

  const get = (wallet: DirectoryWallet) => {
    const { id: walletId, name, homepage } = wallet
    // A wallet without a website has only stores, which are listed in another view.
    if (!homepage) return navigate('Downloads', { walletId })
    dispatch((_, __, { track }) => track('GET_WALLET', { name, explorerId: walletId, type: 'homepage' }))
    openPage(homepage)
  }
  if (!wallets.length && !isOffered && directory.status !== 'loading') {
    return <Statement picture="wallet" title={t('host.wallets.none')} detail={t('host.connect.emptyDetail')} />
  }
  return (
    <RowList label={t('host.title.getWallet')}>
      {wallets.map((wallet) => (
        <Row
          key={wallet.id}
          label={wallet.name}
          leading={<Picture name={wallet.name} src={imageOf(wallet)} />}
          testId={`get-wallet-${wallet.id}`}
          onPress={() => get(wallet)}
        />
      ))}
      {!wallets.length && directory.status === 'loading' ? <Skeleton count={RECOMMENDED_MAX} /> : null}
      {isOffered ? (
        <Row
          label={t('host.get.explore')}
          leading={<Icon name="search" size={24} />}
          testId="get-wallet-explore"
          onPress={() => navigate('AllWallets')}
        />
      ) : null}
    </RowList>
  )
}
