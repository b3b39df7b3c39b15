import type { CaipNetworkId } from '@portico/contracts'
import { useCommands } from '@portico/contracts/ui'
import { useAnswer } from '@portico/contracts/ui/forms'
import { useDispatch, useSelector } from 'react-redux'
import { askTokens } from './service.ts'
import { listRead, selectSwaps } from './swapsSlice.ts'
import type { Token } from './token.ts'

interface Tokens {
  /** Undefined until the service has answered. */
  readonly tokens: readonly Token[] | undefined
  readonly error: unknown
  readonly again: () => void
}

/** The tokens that can be swapped on a network. Once loaded, they stay in the store. */
export function useTokens(caipNetworkId: CaipNetworkId | undefined): Tokens {
  const { acting } = useCommands()
  const dispatch = useDispatch()
  const { lists } = useSelector(selectSwaps)
  const tokens = caipNetworkId && lists[caipNetworkId]
  const [answer, again] = useAnswer({
    key: tokens ? undefined : caipNetworkId,
    async work(signal) {
      if (caipNetworkId)
        dispatch(listRead({ caipNetworkId, tokens: await askTokens(await acting(), caipNetworkId, signal) }))
    },
  })
  return { tokens, error: answer && 'error' in answer ? answer.error : undefined, again }
}
