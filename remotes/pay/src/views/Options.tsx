import { floorTo, formatDecimal, inUnits } from '@portico/contracts/money'
import { Picture, Row, RowList, useLocale, useMessages } from '@portico/contracts/ui'
import type { BillToken } from '../bill/bill.ts'
import { isSameToken, type Option } from '../options.ts'

/** Number of decimals shown for a balance. */
const SHOWN_DIGITS = 6

interface OptionsProps {
  readonly options: readonly Option[]
  readonly chosen: BillToken
  /** Disables the choice. */
  readonly isHeld: boolean
  readonly onChoose: (token: BillToken) => void
}

/** The assets that a wallet can pay with. */
export function Options({ options, chosen, isHeld, onChoose }: OptionsProps) {
  const t = useMessages()
  const locale = useLocale()
  const balanceOf = ({ holding }: Option) => {
    if (!holding) return undefined
    const { amount, decimals, symbol } = holding
    const shown = formatDecimal(floorTo(inUnits(BigInt(amount), decimals), SHOWN_DIGITS), locale)
    return t('pay.balance', { amount: `${shown} ${symbol}` })
  }
  return (
    <RowList label={t('pay.options')}>
      {options.map((option) => {
        const { token, holding } = option
        const detail = balanceOf(option)
        const isChosen = isSameToken(token, chosen)
        return (
          <Row
            key={token.address ?? ''}
            label={token.symbol}
            {...(detail && { detail })}
            leading={<Picture name={token.symbol} src={holding?.iconUrl} shape="round" />}
            trailing={isChosen ? 'check' : 'none'}
            selected={isChosen}
            disabled={isHeld}
            testId={`pay-option-${token.symbol}`}
            onPress={() => onChoose(token)}
          />
        )
      })}
    </RowList>
  )
}
