import { fillSlot } from '@portico/contracts'
import { useMessages } from '@portico/contracts/ui'
import { useShellSelector } from '../shellContext.ts'

/** The word that a remote puts beside a wallet, if one does. @param ids of its connectors, or in the directory */
export function useWalletBadge(ids: readonly string[]): string | undefined {
  const t = useMessages()
  const label = useShellSelector(
    ({ remotes }) =>
      fillSlot(remotes.byId, 'connect.badges').find(({ wallets }) => wallets.some((id) => ids.includes(id)))?.label,
  )
  return label && t(label)
}
