import { selectActiveNetwork } from '@portico/contracts'
import { swapNetworks } from '@portico/contracts/services/swapNetworks'
import { useCommands } from '@portico/contracts/ui'
import { useAnswer } from '@portico/contracts/ui/forms'
import { useShellSelector } from '../../shellContext.ts'

/** Whether swaps are available on the active network; false while unknown. @param isWanted whether this is needed */
export function useIsRouted(isWanted: boolean): boolean {
  const { acting } = useCommands()
  const caipNetworkId = useShellSelector((state) => selectActiveNetwork(state)?.caipNetworkId)
  const [answer] = useAnswer({
    key: isWanted ? caipNetworkId : undefined,
    work: async (signal) => (caipNetworkId ? swapNetworks([caipNetworkId], await acting(), signal) : []),
  })
  return Boolean(answer && 'value' in answer && answer.value.length)
}
