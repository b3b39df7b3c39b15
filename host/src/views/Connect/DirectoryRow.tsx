import { Picture, Row, useMessages } from '@portico/contracts/ui'
import type { WalletGroup } from '../../directory/connectItems.ts'
import type { DirectoryWallet } from '../../directory/walletDirectory.ts'
import { useShell } from '../../shellContext.ts'
import { type Place, useChooseWallet } from '../useChooseWallet.ts'

interface DirectoryRowProps {
  readonly wallet: DirectoryWallet
  readonly group: WalletGroup
  readonly place: Place
  readonly disabled: boolean
}

/** A wallet of the directory: one press leads to it, wherever it runs. */
export function DirectoryRow({ wallet, group, place, disabled }: DirectoryRowProps) {
  const t = useMessages()
  const { prepare, imageOf } = useShell()
  const choose = useChooseWallet()
  return (
    <Row
      label={wallet.name}
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
