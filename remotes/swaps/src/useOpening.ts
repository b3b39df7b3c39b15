import type { CaipNetworkId } from '@portico/contracts'
import { useEffect } from 'react'
import { useIsSmartAccount } from './swapEvents.ts'
import { useTell } from './useTell.ts'

const told = new WeakSet<AbortSignal>()

/** Sends OPEN_SWAP once per visit. @param visit signal of the view */
export function useOpening(visit: AbortSignal, network: CaipNetworkId | undefined): void {
  const tell = useTell()
  const isSmartAccount = useIsSmartAccount()
  useEffect(() => {
    if (told.has(visit)) return
    told.add(visit)
    tell('OPEN_SWAP', { isSmartAccount, network })
  }, [tell, visit, isSmartAccount, network])
}
