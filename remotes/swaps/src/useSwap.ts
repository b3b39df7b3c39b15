import {
  type Account,
  type Holding,
  type Network,
  selectAccount,
  selectActiveNetwork,
  selectHoldings,
} from '@portico/contracts'
import { useCommands, useLocale } from '@portico/contracts/ui'
import { useEffect } from 'react'
import { useSelector } from 'react-redux'
import { readAmount, type SwapAmountProblem } from './readAmount.ts'
import { type SwapForm, type SwapsHostState, selectSwaps } from './swapsSlice.ts'
import { holdingOf, type Token } from './token.ts'
import { findToken } from './tokenList.ts'

/** The form and what is derived from it. */
export interface SwapDraft {
  readonly form: SwapForm
  readonly slippageBps: bigint
  readonly account: Account | undefined
  readonly network: Network | undefined
  readonly tokens: readonly Token[] | undefined
  readonly holdings: readonly Holding[] | undefined
  readonly from: Token | undefined
  readonly to: Token | undefined
  /** The balance, in the smallest unit of `from`; undefined while unknown. */
  readonly balance: bigint | undefined
  readonly amount: bigint | SwapAmountProblem | undefined
}

const ACCOUNT = (state: SwapsHostState) => selectAccount(state)
const NETWORK = (state: SwapsHostState) => selectActiveNetwork(state)
const HOLDINGS = (state: SwapsHostState) => selectHoldings(state, selectAccount(state))

export function useSwap(): SwapDraft {
  const locale = useLocale()
  const { form, slippageBps, lists } = useSelector(selectSwaps)
  const account = useSelector(ACCOUNT)
  const network = useSelector(NETWORK)
  const holdings = useSelector(HOLDINGS)?.value
  const tokens = network && lists[network.caipNetworkId]
  const to = findToken(tokens, form.to)
  // Defaults to the coin.
  const coin = tokens?.find(({ address }) => address === undefined)
  const from = findToken(tokens, form.from) ?? (to === coin ? undefined : coin)
  const owned = holdings && from ? BigInt(holdingOf(holdings, from)?.amount ?? 0) : undefined
  return {
    form,
    slippageBps: BigInt(slippageBps),
    account,
    network,
    tokens,
    holdings,
    from,
    to,
    balance: owned,
    amount: from && readAmount(form.amount, locale, { decimals: from.decimals, balance: owned }),
  }
}

/** Refreshes the account's holdings while a view shows them. */
export function useHoldings(): void {
  const { acting } = useCommands()
  const account = useSelector(ACCOUNT)
  useEffect(() => {
    if (account)
      acting().then(
        ({ loadHoldings }) => loadHoldings(),
        () => {},
      )
  }, [account, acting])
}
