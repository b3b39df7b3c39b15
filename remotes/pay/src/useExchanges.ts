import type { Network } from '@portico/contracts'
import { useCommands } from '@portico/contracts/ui'
import { useAnswer } from '@portico/contracts/ui/forms'
import type { Bill } from './bill/bill.ts'
import { askExchanges } from './exchange/askExchanges.ts'
import { toPayError } from './payError.ts'
import { opened } from './payEvents.ts'
import type { ExchangeChoice, PayError } from './paySlice.ts'

interface Exchanges {
  /** Absent while loading, like `error`. */
  readonly value?: readonly ExchangeChoice[]
  readonly error?: PayError
  readonly retry: () => void
}

/** The exchanges that can pay a bill. */
export function useExchanges(bill: Bill | undefined, network: Network | undefined): Exchanges {
  const { acting } = useCommands()
  const isWanted = bill && network
  const [answer, retry] = useAnswer<readonly ExchangeChoice[]>({
    key: isWanted && JSON.stringify(bill),
    async work(signal) {
      if (!isWanted) return []
      const commands = await acting()
      const value = await askExchanges(commands, bill, network, signal)
      if (!signal.aborted) commands.track(...opened(bill, value))
      return value
    },
  })
  if (answer && 'error' in answer) return { error: toPayError(answer.error), retry }
  return { ...answer, retry }
}
