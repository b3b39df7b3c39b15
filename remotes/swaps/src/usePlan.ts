import { useCommands } from '@portico/contracts/ui'
import { familyFor } from './families.ts'
import { makePlan, type Plan, type Wish } from './plan.ts'
import { aboutOf } from './service.ts'
import { useRepeated } from './useRepeated.ts'

/**
 * What the wallet is asked for next, made anew every ten seconds.
 * @param isPaused while something that was sent decides what is next
 */
export function usePlan(wish: Wish | undefined, isPaused: boolean) {
  const { acting } = useCommands()
  return useRepeated<Plan>({
    about: wish && `${aboutOf(wish)} ${wish.slippageBps}`,
    isPaused,
    async work(signal) {
      if (!wish) return { step: 'noRoute' }
      const [ask, family] = await Promise.all([acting(), familyFor(wish.from.caipNetworkId)])
      return (family?.plan ?? makePlan)(wish, ask, signal)
    },
  })
}
