import {
  type Network,
  type SentTransaction,
  selectNetworks,
  selectTransactions,
  type TransactionPhase,
  truncateMiddle,
  type ViewProps,
} from '@portico/contracts'
import { explorerLink } from '@portico/contracts/chains/explorerLink'
import { formatDecimal, inUnits } from '@portico/contracts/money'
import {
  Button,
  LoadingRing,
  Picture,
  Statement,
  useCommands,
  useLocale,
  useMessages,
  useStyles,
} from '@portico/contracts/ui'
import { Stack } from '@portico/contracts/ui/forms'
import { useSelector } from 'react-redux'
import type { SendState } from '../sendSlice.ts'
import sheet from './WalletSendConfirmed.css'

const TITLES: Readonly<Record<TransactionPhase, string>> = {
  pending: 'send.done.pending',
  confirmed: 'send.done.confirmed',
  failed: 'send.done.failed',
  replaced: 'send.done.replaced',
  dropped: 'send.done.dropped',
}
const REASONS: Readonly<Partial<Record<TransactionPhase, string>>> = {
  pending: 'send.done.pending.hint',
  failed: 'send.done.failed.hint',
  replaced: 'send.done.replaced.hint',
  dropped: 'send.done.dropped.hint',
}

/** The amount and receiver, in the visitor's format. */
function useWhat(sent: SentTransaction | undefined): string | undefined {
  const t = useMessages()
  const locale = useLocale()
  const { note } = sent ?? {}
  if (!note?.to) return undefined
  const amount = `${formatDecimal(inUnits(BigInt(note.amount), note.decimals), locale)} ${note.symbol}`
  return t('send.done.what', { amount, address: truncateMiddle(note.to, 8, 8) })
}

function Explorer({ network, hash }: { network: Network | undefined; hash: string }) {
  const t = useMessages()
  const link = network && explorerLink(network, 'tx', hash)
  return link ? (
    <Button
      kind="secondary"
      icon="external"
      testId="send-explorer-button"
      onPress={() => window.open(link, '_blank', 'noopener,noreferrer')}
    >
      {t('send.done.explorer')}
    </Button>
  ) : null
}

/** views.md §18: follows a sent transaction to its outcome, and says why it failed. */
export default function WalletSendConfirmed({ params }: ViewProps<'WalletSendConfirmed'>) {
  useStyles(sheet)
  const t = useMessages()
  const { close, navigate } = useCommands()
  const { caipNetworkId, hash, isAsked = false } = params ?? { caipNetworkId: '', hash: '' }
  const network = useSelector((state: SendState) =>
    selectNetworks(state).find((one) => one.caipNetworkId === caipNetworkId),
  )
  const sent = useSelector((state: SendState) =>
    selectTransactions(state).find((one) => one.hash === hash && one.caipNetworkId === caipNetworkId),
  )
  const what = useWhat(sent)
  const phase = sent?.phase ?? 'pending'
  const reason = REASONS[phase]
  const isOver = phase !== 'pending'
  return (
    <Stack data-phase={phase} data-hash={hash} data-testid="send-outcome">
      <Statement
        title={t(TITLES[phase])}
        {...(reason && { detail: t(reason) })}
        role={phase === 'pending' || phase === 'confirmed' ? 'status' : 'alert'}
        tone={phase === 'confirmed' ? 'positive' : isOver ? 'danger' : 'neutral'}
        picture={
          phase === 'confirmed' ? (
            'check'
          ) : isOver ? (
            'alert'
          ) : (
            <LoadingRing shape="round">
              <Picture name={network?.name ?? ''} src={network?.imageUrl} size={80} shape="round" />
            </LoadingRing>
          )
        }
      />
      {phase === 'failed' && sent?.reason ? (
        <p className="WalletSendConfirmed-what" data-testid="send-reason">
          {t('send.done.failed.reason', { reason: sent.reason })}
        </p>
      ) : null}
      {what ? (
        <p className="WalletSendConfirmed-what">
          <bdi>{what}</bdi>
        </p>
      ) : null}
      <Stack gap={2}>
        <Explorer network={network} hash={sent?.replacedBy ?? hash} />
        <Button onPress={() => (isAsked ? close() : navigate('Account'))} testId="send-done-button">
          {t(isAsked ? 'send.done.close' : 'send.done.account')}
        </Button>
      </Stack>
    </Stack>
  )
}
