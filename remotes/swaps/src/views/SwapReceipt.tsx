import {
  selectAccount,
  selectNetwork,
  selectTransactions,
  type TransactionPhase,
  type ViewProps,
} from '@portico/contracts'
import { explorerLink } from '@portico/contracts/chains/explorerLink'
import {
  Button,
  Icon,
  LoadingRing,
  Statement,
  useCommands,
  useLocale,
  useMessages,
  useStyles,
} from '@portico/contracts/ui'
import { Stack } from '@portico/contracts/ui/forms'
import { useEffect, useState } from 'react'
import { useSelector } from 'react-redux'
import { familyFor } from '../families.ts'
import { askReceived } from '../received.ts'
import { shownAmount } from '../shownAmount.ts'
import { type SentSwap, type SwapsHostState, selectSwaps } from '../swapsSlice.ts'
import { Ends } from './Ends.tsx'
import { NothingToSwap } from './NothingToSwap.tsx'
import sheet from './SwapPreview.css'

const TITLES: Readonly<Record<TransactionPhase, string>> = {
  confirmed: 'swaps.receipt.confirmed',
  dropped: 'swaps.receipt.dropped',
  failed: 'swaps.receipt.failed',
  pending: 'swaps.receipt.pending',
  replaced: 'swaps.receipt.replaced',
}
const DETAILS: Readonly<Record<TransactionPhase, string>> = {
  confirmed: 'swaps.receipt.confirmed.detail',
  dropped: 'swaps.receipt.dropped.detail',
  failed: 'swaps.receipt.failed.detail',
  pending: 'swaps.receipt.pending.detail',
  replaced: 'swaps.receipt.replaced.detail',
}

/** The amount that a confirmed swap yielded; undefined while it is unknown. */
function useReceived(sent: SentSwap | undefined, address: string | undefined, phase: TransactionPhase | undefined) {
  const { acting } = useCommands()
  const [received, setReceived] = useState<bigint>()
  useEffect(() => {
    if (!sent || !address || phase !== 'confirmed') return
    const life = new AbortController()
    acting()
      .then(async (commands) => {
        void commands.loadHoldings(true)
        const family = await familyFor(sent.to.caipNetworkId)
        const found = await (family?.received ?? askReceived)(sent, address, commands, life.signal)
        if (!life.signal.aborted) setReceived(found)
      })
      .catch(() => {}) // the guaranteed minimum is shown instead
    return () => life.abort()
  }, [sent, address, phase, acting])
  return received
}

/** The outcome of a sent swap. */
export default function SwapReceipt(_: ViewProps<'SwapReceipt'>) {
  useStyles(sheet)
  const t = useMessages()
  const locale = useLocale()
  const { navigate, replace } = useCommands()
  const { sent } = useSelector(selectSwaps)
  const account = useSelector((state: SwapsHostState) => selectAccount(state))
  const network = useSelector((state: SwapsHostState) => sent && selectNetwork(state, sent.from.caipNetworkId))
  const phase = useSelector(
    (state: SwapsHostState) => selectTransactions(state).find(({ hash }) => hash === sent?.hash)?.phase,
  )
  const received = useReceived(sent, account?.address, phase)
  if (!sent) return <NothingToSwap />

  const { from, to } = sent
  const [amount, minimum] = [BigInt(sent.amount), BigInt(sent.minimum)]
  const state = phase ?? 'pending'
  const isDone = state === 'confirmed'
  const isBad = !isDone && state !== 'pending'
  const link = network && explorerLink(network, 'tx', sent.hash)
  const picture = isDone ? (
    'check'
  ) : (
    <LoadingRing shape="round" state={isBad ? 'failed' : 'running'}>
      <Icon name="swap" />
    </LoadingRing>
  )
  // Shows the received amount once known, never the expected one.
  const title = t(isDone && received === undefined ? 'swaps.receipt.confirmed.unknown' : TITLES[state], {
    from: from.symbol,
    symbol: to.symbol,
    to: received === undefined ? '' : shownAmount(received, to, locale),
  })
  return (
    <Stack data-phase={state} data-testid="swap-receipt">
      <Statement
        picture={picture}
        title={title}
        detail={t(DETAILS[state])}
        role={isBad ? 'alert' : 'status'}
        tone={isDone ? 'positive' : isBad ? 'danger' : 'neutral'}
      />
      {isBad ? null : (
        <Ends
          from={from}
          to={to}
          amount={amount}
          received={received ?? minimum}
          receivedLabel={t(received === undefined ? 'swaps.getAtLeast' : 'swaps.got')}
        />
      )}
      {link ? (
        <a className="SwapPreview-note" href={link} target="_blank" rel="noopener noreferrer">
          {t('swaps.explorer')}
        </a>
      ) : null}
      {isBad ? (
        <Button onPress={() => replace('Swap', undefined)} testId="swap-again-button">
          {t('swaps.again')}
        </Button>
      ) : null}
      <Button kind={isBad ? 'secondary' : 'primary'} onPress={() => navigate('Account')} testId="swap-done-button">
        {t('swaps.done')}
      </Button>
    </Stack>
  )
}
