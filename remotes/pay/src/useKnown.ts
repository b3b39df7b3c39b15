import { type Account, type Holding, selectHoldings } from '@portico/contracts'
import type { SwapRouters } from '@portico/contracts/services/swapRouters'
import { useCommands } from '@portico/contracts/ui'
import { useEffect, useMemo, useState } from 'react'
import { useSelector } from 'react-redux'
import type { Bill } from './bill/bill.ts'
import type { PayRoot } from './paySlice.ts'

const NOTHING: readonly Holding[] = []

/** The account's holdings on the bill's network and the routers allowed there, as stable references. */
export function useKnown({ caipNetworkId, token }: Bill, account: Account | undefined) {
  const { acting } = useCommands()
  const all = useSelector((state: PayRoot) => selectHoldings(state, account)?.value ?? NOTHING)
  const [routers, setRouters] = useState<SwapRouters>()
  useEffect(() => {
    if (!account) return
    acting().then(
      (commands) => {
        setRouters(commands.swapRouters())
        return commands.loadHoldings()
      },
      () => {},
    )
  }, [account, acting])
  const here = useMemo(() => all.filter((one) => one.caipNetworkId === caipNetworkId), [all, caipNetworkId])
  // Lists the billed token too, so that it has a name even if the account holds none.
  const named = useMemo(() => [{ caipNetworkId, ...token, amount: '0' }, ...here], [caipNetworkId, token, here])
  return { here, named, routers }
}
