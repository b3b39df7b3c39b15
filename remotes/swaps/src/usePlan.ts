import { useCommands } from '@portico/contracts/ui'
import { useAnswer } from '@portico/contracts/ui/forms'
import { familyFor } from './families.ts'
import { makePlan, type Plan, type Wish } from './plan.ts'
import { aboutOf, REFRESH_MS } from './service.ts'

/**
 * The next wallet request, rebuilt every ten seconds.
 * @param isPaused while a sent transaction decides the next step
 */
export function usePlan(wish: Wish | undefined, isPaused: boolean) {
  const { acting } = useCommands()
  return useAnswer<Plan>({
    key: wish && `${aboutOf(wish)} ${wish.slippageBps}`,
    isHeld: isPaused,
    refreshMs: REFRESH_MS,
    async work(signal) {
      if (!wish) return { step: 'noRoute' }
      const [ask, family] = await Promise.all([acting(), familyFor(wish.from.caipNetworkId)])
      return (family?.plan ?? makePlan)(wish, ask, signal)
    },
  })
}
