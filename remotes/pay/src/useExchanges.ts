import type { Network } from '@portico/contracts'
import { useCommands } from '@portico/contracts/ui'
import { useCallback, useEffect, useState } from 'react'
import type { Bill } from './bill/bill.ts'
import { askExchanges } from './exchange/askExchanges.ts'
import { toPayError } from './payError.ts'
import { opened } from './payEvents.ts'
import type { ExchangeChoice, PayError } from './paySlice.ts'

interface Found {
  readonly of: Bill
  readonly value?: readonly ExchangeChoice[]
  readonly error?: PayError
}

/** Who else pays a bill; `value` and `error` are absent while that is being asked. */
export function useExchanges(bill: Bill | undefined, network: Network | undefined) {
  const { acting } = useCommands()
  const [found, setFound] = useState<Found>()
  const [attempt, setAttempt] = useState(0)

  // biome-ignore lint/correctness/useExhaustiveDependencies: an attempt asks once more
  useEffect(() => {
    if (!bill || !network) return
    const life = new AbortController()
    setFound(undefined)
    const work = async () => {
      const commands = await acting()
      const value = await askExchanges(commands, bill, network, life.signal)
      if (life.signal.aborted) return
      commands.track(...opened(bill, value))
      setFound({ of: bill, value })
    }
    work().catch((error: unknown) => {
      if (!life.signal.aborted) setFound({ of: bill, error: toPayError(error) })
    })
    return () => life.abort()
  }, [bill, network, attempt, acting])

  const retry = useCallback(() => setAttempt((before) => before + 1), [])
  return { ...(found?.of === bill ? { value: found?.value, error: found?.error } : {}), retry }
}
