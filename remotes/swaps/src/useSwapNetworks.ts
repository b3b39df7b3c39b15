import { type CaipNetworkId, type Network, selectNetworks } from '@portico/contracts'
import { swapNetworks } from '@portico/contracts/services/swapNetworks'
import { useCommands } from '@portico/contracts/ui'
import { useCallback, useEffect, useMemo, useState } from 'react'
import { useSelector } from 'react-redux'
import type { SwapsHostState } from './swapsSlice.ts'

const NETWORKS = (state: SwapsHostState) => selectNetworks(state)

interface SwapNetworks {
  /** Undefined: it is not known yet. */
  readonly networks: readonly Network[] | undefined
  /** Why nobody knows. */
  readonly error: unknown
  readonly again: () => void
}

/** The page's networks on which swaps can be had. That it cannot be found out is not that there are none. */
export function useSwapNetworks(): SwapNetworks {
  const { acting } = useCommands()
  const [found, setFound] = useState<readonly CaipNetworkId[]>()
  const [attempt, setAttempt] = useState(0)
  const [failed, setFailed] = useState<{ readonly attempt: number; readonly error: unknown }>()
  const networks = useSelector(NETWORKS)
  useEffect(() => {
    const life = new AbortController()
    const all = networks.map(({ caipNetworkId }) => caipNetworkId)
    acting()
      .then((commands) => swapNetworks(all, commands, life.signal))
      .then(
        (ids) => !life.signal.aborted && setFound(ids),
        (error: unknown) => !life.signal.aborted && setFailed({ attempt, error }),
      )
    return () => life.abort()
  }, [acting, networks, attempt])
  const served = useMemo(
    () => found && networks.filter(({ caipNetworkId }) => found.includes(caipNetworkId)),
    [found, networks],
  )
  const again = useCallback(() => setAttempt((before) => before + 1), [])
  return { networks: served, error: failed?.attempt === attempt ? failed.error : undefined, again }
}
