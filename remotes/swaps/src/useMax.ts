import type { CaipNetworkId } from '@portico/contracts'
import { dataFee } from '@portico/contracts/chains/evm/dataFee'
import { evmNode } from '@portico/contracts/chains/evm/node'
import { amountText, localDecimal } from '@portico/contracts/money'
import { useCommands, useLocale } from '@portico/contracts/ui'
import { useState } from 'react'
import { useDispatch, useSelector, useStore } from 'react-redux'
import { beforeBuild } from './bytesBeforeBuild.ts'
import { familyFor } from './families.ts'
import { feeOf, keptGas, mostOf } from './formulas.ts'
import { amountTyped, type SwapsHostState, selectSwaps } from './swapsSlice.ts'
import type { SwapDraft } from './useSwap.ts'

/**
 * Fills the amount field with the maximum. For the coin, keeps back the fee, based on the last planned swap if there
 * was one. `failed`: the fee is currently unknown.
 */
export function useMax({ form, account, from, balance }: SwapDraft, visit: AbortSignal) {
  const { acting } = useCommands()
  const dispatch = useDispatch()
  const locale = useLocale()
  const store = useStore<SwapsHostState>()
  const { gas } = useSelector(selectSwaps)
  const [question, setQuestion] = useState<{ readonly of: typeof form; readonly state: 'asking' | 'failed' }>()
  // An answer for another token or earlier input no longer counts.
  const state = question?.of === form ? question.state : 'idle'
  return {
    state,
    async fill() {
      if (state === 'asking' || !account || !from || balance === undefined) return
      const isStill = () => !visit.aborted && selectSwaps(store.getState()).form === form
      setQuestion({ of: form, state: 'asking' })
      try {
        const family = await familyFor(from.caipNetworkId)
        const most = family
          ? await family.most({ account: account.address, token: from, balance }, await acting(), visit)
          : mostOf(balance, from.address === undefined ? await askFee(from.caipNetworkId) : 0n)
        if (isStill()) {
          dispatch(amountTyped(localDecimal(amountText(most, from.decimals), locale)))
          setQuestion(undefined)
        }
      } catch {
        if (isStill()) setQuestion({ of: form, state: 'failed' })
      }
    },
  }

  async function askFee(caipNetworkId: CaipNetworkId): Promise<bigint> {
    const node = evmNode(await acting(), caipNetworkId, visit)
    const [price, ofData] = await Promise.all([
      node.gasPrice(),
      dataFee(caipNetworkId.slice('eip155:'.length), beforeBuild(), node),
    ])
    return feeOf(keptGas(gas[caipNetworkId]), price) + ofData
  }
}
