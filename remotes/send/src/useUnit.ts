import { amountText, decimalText, floorTo, inUnits, localDecimal, readDecimal, times } from '@portico/contracts/money'
import { useLocale } from '@portico/contracts/ui'
import { useDispatch } from 'react-redux'
import { unitChanged } from './sendSlice.ts'
import type { Send } from './useSend.ts'

const CENT_DIGITS = 2

/** Turns the field from the token to dollars and back; undefined where nobody has named a price. */
export function useUnit({ form, holding, amount }: Send): (() => void) | undefined {
  const dispatch = useDispatch()
  const locale = useLocale()
  const price = holding?.price === undefined ? undefined : readDecimal(holding.price)
  if (!holding || !price?.digits || form.asked) return undefined
  const { decimals } = holding
  return () => {
    const isFiat = !form.isFiat
    // What cannot be read is not carried over.
    const text =
      typeof amount !== 'bigint'
        ? ''
        : isFiat
          ? decimalText(floorTo(times(inUnits(amount, decimals), price), CENT_DIGITS))
          : amountText(amount, decimals)
    dispatch(unitChanged({ isFiat, amount: text && localDecimal(text, locale) }))
  }
}
