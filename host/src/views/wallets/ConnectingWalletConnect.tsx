import type { ViewProps } from '@portico/contracts'
import { selectWallet } from '../../directory/directorySlice.ts'
import { useShellSelector } from '../../shellContext.ts'
import { PairingCode } from './PairingCode.tsx'

/** views.md §8.4 */
export function ConnectingWalletConnect({ params }: ViewProps<'ConnectingWalletConnect'>) {
  const wallet = useShellSelector((state) => selectWallet(state, params.walletId))
  return <PairingCode wallet={wallet} />
}
