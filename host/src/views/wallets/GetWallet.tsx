import { Icon, Picture, Row, RowList, useCommands, useMessages } from '@portico/contracts/ui'
import { selectDirectory, walletsOf } from '../../directory/directorySlice.ts'
import { RECOMMENDED_MAX } from '../../directory/prefetch.ts'
import type { DirectoryWallet } from '../../registry.ts'
import { useShell, useShellDispatch, useShellSelector } from '../../shellContext.ts'
import { openPage, storesOf } from './storesOf.ts'

/** views.md §7.3: for whoever has none yet. */
export function GetWallet() {
  const t = useMessages()
  const dispatch = useShellDispatch()
  const { imageOf } = useShell()
  const { navigate } = useCommands()
  const directory = useShellSelector(selectDirectory)
  const ids = [...new Set([...directory.featured, ...directory.custom, ...directory.recommended])]
  const wallets = walletsOf(directory, ids).slice(0, RECOMMENDED_MAX)

  const get = (wallet: DirectoryWallet) => {
    const { id: walletId, name, homepage } = wallet
    if (!homepage || storesOf(wallet).length > 1) return navigate('Downloads', { walletId })
    dispatch((_, __, { track }) => track('GET_WALLET', { name, explorerId: walletId, type: 'homepage' }))
    openPage(homepage)
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
      <Row
        label={t('host.get.explore')}
        leading={<Icon name="search" size={24} />}
        testId="get-wallet-explore"
        onPress={() => navigate('AllWallets')}
      />
    </RowList>
  )
}
