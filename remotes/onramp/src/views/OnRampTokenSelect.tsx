import type { PurchaseCurrency } from '@portico/contracts/services/onramp'
import { Note, Picture, Row, RowList, useCommands, useMessages, useStyles } from '@portico/contracts/ui'
import { Loading, SearchField } from '@portico/contracts/ui/forms'
import { useState } from 'react'
import { useDispatch } from 'react-redux'
import { tokenChosen } from '../onrampSlice.ts'
import { useSale } from '../useSale.ts'
import sheet from './OnRampSelect.css'

/** The search field appears from this many tokens. */
const SEARCHED_FROM = 8

const fits = ({ name, symbol }: PurchaseCurrency, wanted: string) =>
  [name, symbol].some((text) => text.toLowerCase().includes(wanted))

/** The tokens sold on the active network. */
export default function OnRampTokenSelect() {
  useStyles(sheet)
  const t = useMessages()
  const dispatch = useDispatch()
  const { back } = useCommands()
  const [search, setSearch] = useState('')
  const { known, tokens, token: chosen } = useSale()
  if (!known.value) return <Loading label={t('onramp.loading')} count={3} />
  const shown = tokens.filter((token) => fits(token, search.trim().toLowerCase()))
  return (
    <div className="OnRampSelect">
      {tokens.length >= SEARCHED_FROM ? (
        <SearchField label={t('onramp.token.search')} value={search} onChange={setSearch} />
      ) : null}
      {shown.length > 0 ? (
        <RowList label={t('onramp.token.list')}>
          {shown.map(({ id, name, symbol }) => (
            <Row
              key={id}
              label={name}
              detail={symbol}
              leading={<Picture name={symbol} shape="round" />}
              trailing={symbol === chosen?.symbol ? 'check' : 'none'}
              selected={symbol === chosen?.symbol}
              testId={`onramp-token-${symbol}`}
              onPress={() => {
                dispatch(tokenChosen(symbol))
                back()
              }}
            />
          ))}
        </RowList>
      ) : (
        <Note title={t('onramp.token.none')} />
      )}
    </div>
  )
}
