import { amountText, decimalText, floorTo, inUnits, localDecimal, readDecimal, times } from '@portico/contracts/money'
import { useLocale } from '@portico/contracts/ui'
import { useDispatch } from 'react-redux'
import { unitChanged } from './sendSlice.ts'
import type { Send } from './useSend.ts'

const CENT_DIGITS = 2

/** Switches the amount between token and dollars; undefined without a price. */
export function useUnit({ form, holding, amount }: Send): (() => void) | undefined {
  const dispatch = useDispatch()
  const locale = useLocale()
  const price = holding?.price === undefined ? undefined : readDecimal(holding.price)
  if (!holding || !price?.digits || form.requested) return undefined
  const { decimals } = holding
  return () => {
    const isFiat = !form.isFiat
    // Unreadable input is not converted.
    const text =
      typeof amount !== 'bigint'
        ? ''
        : isFiat
          ? decimalText(floorTo(times(inUnits(amount, decimals), price), CENT_DIGITS))
          : amountText(amount, decimals)
    dispatch(unitChanged({ isFiat, amount: text && localDecimal(text, locale) }))
  }
}
