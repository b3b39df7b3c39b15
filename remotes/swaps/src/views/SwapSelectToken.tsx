import { truncateMiddle, type ViewProps } from '@portico/contracts'
import { Note, Picture, Row, Skeleton, useCommands, useMessages, useStyles } from '@portico/contracts/ui'
import { SearchField, Stack } from '@portico/contracts/ui/forms'
import { HoldingRow } from '@portico/contracts/ui/money'
import { useState } from 'react'
import { useDispatch } from 'react-redux'
import { tokenChosen } from '../swapsSlice.ts'
import { idOf, isSameToken, type TokenId } from '../token.ts'
import { bySymbol, fits, ownTokens, suggestedTokens } from '../tokenList.ts'
import { useHoldings, useSwap } from '../useSwap.ts'
import sheet from './SwapSelectToken.css'

/** Rendering limit; search finds the rest. */
const SHOWN_MAX = 100

/** views.md §19: the account's tokens, and all others that can be swapped here. */
export default function SwapSelectToken({ params }: ViewProps<'SwapSelectToken'>) {
  useStyles(sheet)
  const t = useMessages()
  const dispatch = useDispatch()
  const { back } = useCommands()
  const [search, setSearch] = useState('')
  useHoldings()
  const { tokens, holdings, from, to } = useSwap()
  if (!tokens) return <Skeleton count={3} />

  const choose = (token: TokenId) => {
    dispatch(tokenChosen({ side: params?.target ?? 'sourceToken', token: idOf(token), from: from && idOf(from) }))
    back()
  }
  const isChosen = (token: TokenId) => isSameToken(token, from) || isSameToken(token, to)
  const own = ownTokens(tokens, holdings ?? []).filter((token) => fits(token, search))
  const found = bySymbol(tokens).filter((token) => fits(token, search))
  const keyOf = ({ address = '' }: TokenId) => address
  return (
    <Stack gap={3}>
      <SearchField label={t('swaps.search')} value={search} onChange={setSearch} />
      {search === '' ? (
        <ul className="SwapSelectToken-suggested" aria-label={t('swaps.suggested')}>
          {suggestedTokens(tokens).map((token) => (
            <li key={keyOf(token)}>
              <button type="button" className="SwapSelectToken-chip" onClick={() => choose(token)}>
                {token.symbol}
              </button>
            </li>
          ))}
        </ul>
      ) : null}
      <div className="SwapSelectToken-lists">
        {own.length > 0 ? (
          <>
            <h2 className="SwapSelectToken-title">{t('swaps.own')}</h2>
            <ul className="SwapSelectToken-list" aria-label={t('swaps.own')}>
              {own.map((holding) => (
                <li key={keyOf(holding)}>
                  <HoldingRow
                    holding={holding}
                    disabled={isChosen(holding)}
                    testId={`swap-select-token-own-${holding.symbol}`}
                    onPress={() => choose(holding)}
                  />
                </li>
              ))}
            </ul>
          </>
        ) : null}
        {found.length > 0 ? (
          <>
            <h2 className="SwapSelectToken-title">{t('swaps.tokens')}</h2>
            <ul className="SwapSelectToken-list" aria-label={t('swaps.tokens')}>
              {found.slice(0, SHOWN_MAX).map((token) => (
                <li key={keyOf(token)}>
                  <Row
                    label={token.name}
                    detail={token.address ? `${token.symbol} · ${truncateMiddle(token.address, 6, 4)}` : token.symbol}
                    leading={<Picture name={token.symbol} src={token.iconUrl} shape="round" />}
                    trailing="none"
                    testId={`swap-select-token-item-${token.symbol}`}
                    onPress={() => choose(token)}
                  />
                </li>
              ))}
            </ul>
            {found.length > SHOWN_MAX ? <p className="SwapSelectToken-title">{t('swaps.more')}</p> : null}
          </>
        ) : (
          <Note title={t('swaps.noTokens')} />
        )}
      </div>
    </Stack>
  )
}
