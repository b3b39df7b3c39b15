import { type ChainNamespace, type FilledSlot, fillSlot, type RemoteId } from '@portico/contracts'
import { Icon, Note, useCommands, useMessages, useStyles } from '@portico/contracts/ui'
import { useMemo } from 'react'
import { expectedActions } from '../../project/features.ts'
import { selectOptions } from '../../settingsSlice.ts'
import { useShell, useShellSelector } from '../../shellContext.ts'
import { useErrorText } from '../../texts/useErrorText.ts'
import sheet from './AccountActions.css'
import { useIsRouted } from './useIsRouted.ts'

/** rules.md §2: the features in the site's order, then the others in their own order. */
export function inSitesOrder<T extends { remoteId: RemoteId }>(entries: readonly T[], order: readonly string[]): T[] {
  const rank = ({ remoteId }: T) => (order.includes(remoteId) ? order.indexOf(remoteId) : order.length)
  return [...entries].sort((a, b) => rank(a) - rank(b))
}

function Action({ entry }: { entry: FilledSlot<'account.actions'> }) {
  const t = useMessages()
  const { navigate } = useCommands()
  const { prepare } = useShell()
  const onIntent = () => prepare(entry.view)
  return (
    <button
      type="button"
      className="AccountActions-action"
      data-testid={entry.testId}
      onPointerEnter={onIntent}
      onFocus={onIntent}
      onClick={() => (navigate as (view: string) => void)(entry.view)}
    >
      <span className="AccountActions-icon">
        <Icon name={entry.icon} />
      </span>
      {t(entry.label)}
    </button>
  )
}

/** Placeholders for the features that are on but not loaded yet, so that nothing moves when they load. */
function Coming({ count }: { count: number }) {
  return (
    <div className="AccountActions" aria-hidden="true">
      {Array.from({ length: count }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they are all alike
        <span key={index} className="AccountActions-action AccountActions-coming">
          <Icon name="receive" />
          {'\u00a0'}
        </span>
      ))}
    </div>
  )
}

/** The actions that move money, one per enabled feature. If none, shows why, unless the operator switched them off. */
export function AccountActions({ namespace }: { namespace: ChainNamespace }) {
  useStyles(sheet)
  const t = useMessages()
  const errorText = useErrorText()
  const { retryReleases } = useShell()
  const remotes = useShellSelector((state) => state.remotes)
  // The default order is that of the entries themselves, among which other remotes may have placed theirs.
  const { walletFeaturesOrder } = useShellSelector(selectOptions).localFeatures
  const possible = useMemo(
    () => inSitesOrder(fillSlot(remotes.byId, 'account.actions', namespace), walletFeaturesOrder ?? []),
    [remotes, walletFeaturesOrder, namespace],
  )
  const needsRouter = ({ routed }: (typeof possible)[number]) => routed?.includes(namespace) === true
  const isRouted = useIsRouted(possible.some(needsRouter))
  const entries = possible.filter((entry) => isRouted || !needsRouter(entry))
  const awaited = useShellSelector(({ project }) =>
    remotes.failure === undefined ? expectedActions(project).filter((id) => !remotes.byId[id]).length : 0,
  )
  if (awaited) return <Coming count={awaited} />
  if (remotes.failure) {
    return (
      <Note
        title={t('host.account.featuresFailed')}
        detail={errorText(remotes.failure)}
        action={{ label: t('host.retry'), onPress: () => void retryReleases(), testId: 'features-retry' }}
      />
    )
  }
  const unavailable = Object.entries(remotes.unavailable)
  // One message for all features that are missing for the same reason.
  const reasons = [...new Set(unavailable.map(([, error]) => errorText(error)))]
  const missingFor = (reason: string) => unavailable.filter(([, error]) => errorText(error) === reason)
  if (!entries.length && !unavailable.length) return null
  return (
    <div className="AccountActions-group">
      {entries.length ? (
        <nav className="AccountActions" aria-label={t('host.account.actions')}>
          {entries.map((entry) => (
            <Action key={`${entry.remoteId}.${entry.view}`} entry={entry} />
          ))}
        </nav>
      ) : null}
      {reasons.map((reason) => (
        <p
          key={reason}
          className="AccountActions-missing"
          data-unavailable={missingFor(reason)
            .map(([id]) => id)
            .join(' ')}
        >
          {missingFor(reason)
            .map(([, { name }]) => name)
            .join(', ')}
          : {reason}
        </p>
      ))}
    </div>
  )
}
