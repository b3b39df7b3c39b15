import { fillSlot } from '@portico/contracts'
import { useMessages } from '@portico/contracts/ui'
import { useMemo } from 'react'
import { useShellSelector } from '../shellContext.ts'

/** The word that a remote puts beside a wallet, if one does. @param ids of its connectors, or in the directory */
export function useWalletBadge(ids: readonly string[]): string | undefined {
  const t = useMessages()
  const byId = useShellSelector(({ remotes }) => remotes.byId)
  const badges = useMemo(() => fillSlot(byId, 'connect.badges'), [byId])
  const badge = badges.find(({ wallets }) => wallets.some((id) => ids.includes(id)))
  return badge && t(badge.label)
}
