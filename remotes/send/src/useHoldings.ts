import { selectAccount, selectHoldings } from '@portico/contracts'
import { useCommands } from '@portico/contracts/ui'
import { useEffect } from 'react'
import { useSelector } from 'react-redux'
import type { SendState } from './sendSlice.ts'

/** Refreshes the account's holdings while a view shows them. */
export function useHoldings() {
  const { acting } = useCommands()
  const account = useSelector((state: SendState) => selectAccount(state))
  const holdings = useSelector((state: SendState) => selectHoldings(state, account))
  useEffect(() => {
    if (account)
      acting().then(
        ({ loadHoldings }) => loadHoldings(),
        () => {},
      )
  }, [account, acting])
  return holdings
}
