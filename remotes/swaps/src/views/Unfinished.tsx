import { type Account, selectTransactions } from '@portico/contracts'
import { amountText, localDecimal } from '@portico/contracts/money'
import { Icon, Row, useLocale, useMessages } from '@portico/contracts/ui'
import { useDispatch, useSelector } from 'react-redux'
import { unfinishedSwap } from '../approval.ts'
import { shownAmount } from '../shownAmount.ts'
import { amountTyped, type SwapsHostState, tokenChosen } from '../swapsSlice.ts'
import { idOf, type Token } from '../token.ts'

interface UnfinishedProps {
  readonly account: Account
  readonly tokens: readonly Token[]
}

/** Offers to resume a swap that was approved but not made. */
export function Unfinished({ account, tokens }: UnfinishedProps) {
  const t = useMessages()
  const locale = useLocale()
  const dispatch = useDispatch()
  const sent = useSelector((state: SwapsHostState) => selectTransactions(state))
  const found = unfinishedSwap(sent, account, tokens)
  if (!found) return null
  const { token, amount } = found
  const goOn = () => {
    dispatch(tokenChosen({ side: 'sourceToken', token: idOf(token) }))
    dispatch(amountTyped(localDecimal(amountText(amount, token.decimals), locale)))
  }
  return (
    <Row
      label={t('swaps.unfinished', { amount: shownAmount(amount, token, locale) })}
      leading={<Icon name="swap" />}
      testId="swap-unfinished"
      onPress={goOn}
    />
  )
}
