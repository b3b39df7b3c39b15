import {
  type Holding,
  type HostState,
  type Network,
  selectAccount,
  selectActiveNetwork,
  selectHoldings,
  serializeError,
  type ViewProps,
} from '@portico/contracts'
import { amountText, formatFee } from '@portico/contracts/money'
import {
  AddressText,
  Button,
  errorText,
  Note,
  Skeleton,
  useCommands,
  useLocale,
  useMessages,
  useStyles,
} from '@portico/contracts/ui'
import { Stack } from '@portico/contracts/ui/forms'
import { Facts, ReviewButtons } from '@portico/contracts/ui/money'
import { RequestPreview, useOutgoingPreview } from '@portico/contracts/ui/preview'
import { useMemo } from 'react'
import { useSelector } from 'react-redux'
import { dangerOf } from '../danger.ts'
import type { Grant } from '../grant.ts'
import { useRevocation } from '../useRevocation.ts'
import { atRiskOf, dayOf, whatOf } from '../words.ts'
import sheet from './AccountSafetyRevoke.css'

const NOTHING: readonly Holding[] = []

/** What a permission means, and what the wallet will be asked for to take it back. */
export default function AccountSafetyRevoke({ params: grant }: ViewProps<'AccountSafetyRevoke'>) {
  useStyles(sheet)
  const t = useMessages()
  const { back } = useCommands()
  const account = useSelector((state: HostState) => selectAccount(state))
  const network = useSelector((state: HostState) => selectActiveNetwork(state))
  const holdings = useSelector((state: HostState) => selectHoldings(state, account)?.value ?? NOTHING)
  const { answer, again, send, isAsking, isPossible } = useRevocation(grant, account, network)
  const revocation = answer && 'value' in answer ? answer.value : undefined
  const preview = useOutgoingPreview(revocation?.request, { network, holdings })
  if (!network) return null
  return (
    <Stack>
      <About grant={grant} network={network} fee={revocation?.fee} />
      {!isPossible ? (
        <Note title={t('safety.revoke.delegation')} />
      ) : answer && 'error' in answer ? (
        <Note
          title={errorText(t, serializeError(answer.error, 'service.unreachable'))}
          action={{ label: t('safety.again'), onPress: again, testId: 'safety-revoke-again' }}
        />
      ) : !preview ? (
        <Skeleton count={2} />
      ) : (
        <RequestPreview {...preview} />
      )}
      {revocation?.isShort ? <Short network={network} fee={revocation.fee} /> : null}
      <ReviewButtons>
        <Button kind="secondary" onPress={back} testId="safety-revoke-back">
          {t('safety.revoke.back')}
        </Button>
        {isPossible ? (
          <Button
            onPress={() => revocation && void send(revocation)}
            disabled={!revocation || revocation.isShort || !preview?.isUnderstood}
            busy={isAsking}
            testId="safety-revoke-confirm"
          >
            {t('safety.revoke.confirm')}
          </Button>
        ) : null}
      </ReviewButtons>
    </Stack>
  )
}

function Short({ network: { nativeCurrency }, fee }: { readonly network: Network; readonly fee: bigint }) {
  const t = useMessages()
  const { symbol, decimals } = nativeCurrency
  return <Note title={t('safety.revoke.short', { fee: amountText(fee, decimals), symbol })} />
}

interface AboutProps {
  readonly grant: Grant
  readonly network: Network
  readonly fee: bigint | undefined
}

/** The permission in words. */
function About({ grant, network, fee }: AboutProps) {
  const t = useMessages()
  const locale = useLocale()
  const now = useMemo(() => Date.now(), [])
  const { level, reasons } = dangerOf(grant, now)
  const { spender, spenderName, givenAt, expiresAt } = grant
  const atRisk = atRiskOf(t, locale, grant)
  const facts = [
    { label: t('safety.fact.what'), value: whatOf(t, locale, grant) },
    { label: t('safety.fact.spender'), value: spenderName ?? <AddressText address={spender} /> },
    ...(atRisk === undefined ? [] : [{ label: t('safety.fact.now'), value: atRisk, testId: 'safety-at-risk' }]),
    ...(givenAt === undefined ? [] : [{ label: t('safety.fact.given'), value: dayOf(locale, givenAt) }]),
    ...(expiresAt === undefined ? [] : [{ label: t('safety.fact.expires'), value: dayOf(locale, expiresAt) }]),
    ...(fee === undefined
      ? []
      : [{ label: t('safety.fact.fee'), value: formatFee(fee, network.nativeCurrency, locale), testId: 'safety-fee' }]),
  ]
  return (
    <section aria-label={t(`safety.level.${level}`)} data-level={level} data-testid="safety-about">
      <Facts facts={facts} />
      <ul className="AccountSafetyRevoke-reasons" data-testid="safety-reasons">
        {reasons.map((reason) => (
          <li key={reason}>{t(`safety.reason.${reason}`)}</li>
        ))}
      </ul>
    </section>
  )
}
