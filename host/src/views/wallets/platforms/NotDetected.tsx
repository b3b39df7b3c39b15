import { useMessages } from '@portico/contracts/ui'
import type { DirectoryWallet } from '../../../directory/walletDirectory.ts'
import { WalletStatement } from './WalletStatement.tsx'

/** views.md §8.4, platform unsupported: an extension wallet that this browser does not have. */
export function NotDetected({ wallet }: { wallet: DirectoryWallet }) {
  const t = useMessages()
  return (
    <WalletStatement
      wallet={wallet}
      title={t('host.link.notDetected')}
      detail={t('host.link.notDetectedDetail', { name: wallet.name })}
    />
  )
}
