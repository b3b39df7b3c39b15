import { type Holding, selectAccount, selectActiveNetwork } from '@portico/contracts'
import { errorText, Note, Skeleton, useCommands, useMessages, useStyles } from '@portico/contracts/ui'
import { SearchField, Stack } from '@portico/contracts/ui/forms'
import { HoldingRow } from '@portico/contracts/ui/money'
import { useState } from 'react'
import { useDispatch, useSelector } from 'react-redux'
import { type SendState, tokenChosen } from '../sendSlice.ts'
import { holdingsOn } from '../tokens.ts'
import { useHoldings } from '../useHoldings.ts'
import sheet from './WalletSendSelectToken.css'

const fits = ({ name, symbol, address = '' }: Holding, wanted: string) =>
  [name, symbol, address].some((text) => text.toLowerCase().includes(wanted))

/** views.md §18: chooses among the account's tokens on the active network. */
export default function WalletSendSelectToken() {
  useStyles(sheet)
  const t = useMessages()
  const dispatch = useDispatch()
  const { acting, back } = useCommands()
  const [search, setSearch] = useState('')
  const known = useHoldings()
  const account = useSelector((state: SendState) => selectAccount(state))
  const network = useSelector((state: SendState) => selectActiveNetwork(state))
  if (!account || !network) return null

  const all = holdingsOn(known?.value ?? [], network)
  const shown = all.filter((holding) => fits(holding, search.trim().toLowerCase()))
  const isWaiting = !known?.value && !known?.error
  return (
    <Stack gap={3}>
      <SearchField label={t('send.search')} value={search} onChange={setSearch} />
      {known?.error && !known.value ? (
        <Note
          title={errorText(t, known.error)}
          action={{
            label: t('send.retry'),
            onPress: () => void acting().then(({ loadHoldings }) => loadHoldings(true)),
          }}
        />
      ) : isWaiting ? (
        <Skeleton count={3} />
      ) : shown.length > 0 ? (
        <ul className="WalletSendSelectToken-list" aria-label={t('send.tokens')}>
          {shown.map((holding) => (
            <li key={`${holding.caipNetworkId} ${holding.address ?? ''}`}>
              <HoldingRow
                holding={holding}
                testId={`send-token-${holding.symbol}`}
                onPress={() => {
                  const { caipNetworkId, address } = holding
                  dispatch(tokenChosen({ caipNetworkId, ...(address !== undefined && { address }) }))
                  back()
                }}
              />
            </li>
          ))}
        </ul>
      ) : (
        <Note title={t('send.noTokens')} detail={all.length === 0 ? t('send.noTokens.hint') : undefined} />
      )}
    </Stack>
  )
}
