import type { Network, SwapArguments } from '@portico/contracts'
import { localDecimal, readDecimal } from '@portico/contracts/money'
import { useLocale } from '@portico/contracts/ui'
import { useEffect, useState } from 'react'
import { useDispatch, useSelector } from 'react-redux'
import { argumentsTaken, type SwapForm, selectSwaps } from './swapsSlice.ts'
import { idOf, isSameToken, type Token } from './token.ts'
import { tokenCalled } from './tokenList.ts'

export type ArgumentProblem = 'fromToken' | 'toToken' | 'sameToken' | 'amount'

/** Splits a page's request into its valid part and its problems. */
export function readArguments(
  { fromToken, toToken, amount }: SwapArguments,
  tokens: readonly Token[],
  locale: string,
): { readonly form: SwapForm; readonly problems: readonly ArgumentProblem[] } {
  const problems: ArgumentProblem[] = []
  const find = (symbol: unknown, problem: ArgumentProblem) => {
    if (symbol === undefined) return undefined
    const token = typeof symbol === 'string' ? tokenCalled(tokens, symbol) : undefined
    if (!token) problems.push(problem)
    return token
  }
  const from = find(fromToken, 'fromToken')
  const found = find(toToken, 'toToken')
  const isSame = isSameToken(from, found)
  if (isSame) problems.push('sameToken')
  const to = isSame ? undefined : found
  const read = typeof amount === 'string' ? readDecimal(amount) : undefined
  const isAmount = read !== undefined && read.digits > 0n
  if (amount !== undefined && !isAmount) problems.push('amount')
  return {
    form: {
      ...(from && { from: idOf(from) }),
      ...(to && { to: idOf(to) }),
      amount: isAmount && amount !== undefined ? localDecimal(amount, locale) : '',
    },
    problems,
  }
}

/** Fills the form with the page's request once the tokens are known; returns its problems. */
export function useArguments(
  params: SwapArguments | undefined,
  network: Network | undefined,
  tokens: readonly Token[] | undefined,
): readonly ArgumentProblem[] {
  const locale = useLocale()
  const dispatch = useDispatch()
  const { taken } = useSelector(selectSwaps)
  const [problems, setProblems] = useState<readonly ArgumentProblem[]>([])
  useEffect(() => {
    // A visitor returning from the token list keeps the chosen token.
    if (!params || taken === params || !network || !tokens) return
    const { form, problems: found } = readArguments(params, tokens, locale)
    dispatch(argumentsTaken({ taken: params, form }))
    setProblems(found)
  }, [params, taken, network, tokens, locale, dispatch])
  return problems
}
