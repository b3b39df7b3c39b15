import { type Network, selectNetworks } from '@portico/contracts'
import { swapNetworks } from '@portico/contracts/services/swapNetworks'
import { useCommands } from '@portico/contracts/ui'
import { useAnswer } from '@portico/contracts/ui/forms'
import { useMemo } from 'react'
import { useSelector } from 'react-redux'
import type { SwapsHostState } from './swapsSlice.ts'

const NETWORKS = (state: SwapsHostState) => selectNetworks(state)

interface SwapNetworks {
  /** Undefined while unknown. */
  readonly networks: readonly Network[] | undefined
  /** Why the networks are unknown, which does not mean that there are none. */
  readonly error: unknown
  readonly again: () => void
}

/** The page's networks on which swaps are available. */
export function useSwapNetworks(): SwapNetworks {
  const { acting } = useCommands()
  const networks = useSelector(NETWORKS)
  const all = networks.map(({ caipNetworkId }) => caipNetworkId)
  const [answer, again] = useAnswer({
    key: all.join(' '),
    work: async (signal) => swapNetworks(all, await acting(), signal),
  })
  const found = answer && 'value' in answer ? answer.value : undefined
  const served = useMemo(
    () => found && networks.filter(({ caipNetworkId }) => found.includes(caipNetworkId)),
    [found, networks],
  )
  return { networks: served, error: answer && 'error' in answer ? answer.error : undefined, again }
}
