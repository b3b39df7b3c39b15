import { selectActiveNetwork } from '@portico/contracts'
import { swapNetworks } from '@portico/contracts/services/swapNetworks'
import { useCommands } from '@portico/contracts/ui'
import { useEffect, useState } from 'react'
import { useShellSelector } from '../../shellContext.ts'

/** Whether swaps can be had on the network that is active. @param isWanted whether anything depends on it */
export function useIsRouted(isWanted: boolean): boolean {
  const { acting } = useCommands()
  const caipNetworkId = useShellSelector((state) => selectActiveNetwork(state)?.caipNetworkId)
  const [routed, setRouted] = useState<string>()
  useEffect(() => {
    if (!isWanted || !caipNetworkId) return
    const life = new AbortController()
    acting()
      .then((commands) => swapNetworks([caipNetworkId], commands, life.signal))
      .then(
        ([found]) => !life.signal.aborted && setRouted(found),
        () => {}, // without the code for it nothing can be swapped either
      )
    return () => life.abort()
  }, [acting, isWanted, caipNetworkId])
  return isWanted && routed !== undefined && routed === caipNetworkId
}
