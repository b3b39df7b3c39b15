import { formatFiat } from '@portico/contracts/money'
import { Picture, Row, RowList, useCommands, useLocale, useMessages, useStyles } from '@portico/contracts/ui'
import { Loading } from '@portico/contracts/ui/forms'
import { useDispatch } from 'react-redux'
import { limitsOf } from '../offer.ts'
import { currencyChosen } from '../onrampSlice.ts'
import { useSale } from '../useSale.ts'
import sheet from './OnRampSelect.css'

/** A currency's name in a language, or its code if it has no name. */
function currencyName(id: string, locale: string): string {
  try {
    return new Intl.DisplayNames(locale, { type: 'currency' }).of(id) ?? id
  } catch {
    return id
  }
}

/** The currencies to pay with, and their limits. */
export default function OnRampFiatSelect() {
  useStyles(sheet)
  const t = useMessages()
  const locale = useLocale()
  const dispatch = useDispatch()
  const { back } = useCommands()
  const { known, currencies, currency: chosen } = useSale()
  if (!known.value) return <Loading label={t('onramp.loading')} count={3} />
  return (
    <div className="OnRampSelect">
      <RowList label={t('onramp.fiat.list')}>
        {currencies.map((currency) => {
          const { id } = currency
          const limits = limitsOf(currency)
          return (
            <Row
              key={id}
              label={currencyName(id, locale)}
              {...(limits && {
                detail: t('onramp.limits', {
                  min: formatFiat(limits.min, locale, id),
                  max: formatFiat(limits.max, locale, id),
                }),
              })}
              leading={<Picture name={id} shape="round" />}
              trailing={id === chosen?.id ? 'check' : 'none'}
              selected={id === chosen?.id}
              testId={`onramp-fiat-${id}`}
              onPress={() => {
                dispatch(currencyChosen(id))
                back()
              }}
            />
          )
        })}
      </RowList>
    </div>
  )
}
