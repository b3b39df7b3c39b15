import type { Account, Network } from '@portico/contracts'
import { useCommands } from '@portico/contracts/ui'
import { useEffect, useState } from 'react'

const NOBODY: readonly string[] = []

/** Whom the account has paid before, from wherever; asked for once there is a receiver to compare. Nobody where nobody can say. */
export function usePaid(account: Account | undefined, network: Network | undefined, isWanted: boolean) {
  const { acting } = useCommands()
  const [found, setFound] = useState<{ readonly key: string; readonly paid: readonly string[] }>()
  const address = account?.address
  const caipNetworkId = network?.caipNetworkId
  const key = `${caipNetworkId} ${address}`
  const isKnown = found?.key === key

  useEffect(() => {
    if (!isWanted || isKnown || address === undefined || caipNetworkId === undefined) return
    const life = new AbortController()
    const load = async () => {
      const [asking, { loadPaid }] = await Promise.all([
        acting(),
        import(/* webpackChunkName: "paid" */ './loadPaid.ts'),
      ])
      return loadPaid({ address, caipNetworkId }, asking, life.signal)
    }
    const tell = (paid: readonly string[]) => {
      if (!life.signal.aborted) setFound({ key, paid })
    }
    load().then(tell, () => tell(NOBODY))
    return () => life.abort()
  }, [isWanted, isKnown, address, caipNetworkId, key, acting])

  return isKnown ? found.paid : NOBODY
}
