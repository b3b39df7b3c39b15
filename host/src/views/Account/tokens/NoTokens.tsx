import type { Network, RemoteId } from '@portico/contracts'
import { Button, Statement, useCommands, useMessages } from '@portico/contracts/ui'
import { selectTopUps } from '@portico/contracts/ui/money'
import { useShellSelector } from '../../../shellContext.ts'

/** views.md §11.1 */
const TEST_IDS: Readonly<Partial<Record<RemoteId, string>>> = {
  onramp: 'w3m-account-onramp-button',
  receive: 'w3m-account-receive-button',
}

/** For an empty account: what will be listed here, and how to get it with the enabled features. */
export function NoTokens({ network }: { network: Network }) {
  const t = useMessages()
  const { navigate } = useCommands()
  const ways = useShellSelector(selectTopUps)
  return (
    <div data-testid="empty-tokens">
      <Statement
        title={t('host.tokens.empty')}
        detail={t('host.tokens.emptyDetail', { network: network.name })}
        role="status"
      >
        {ways.map(({ remoteId, label, icon, view }) => (
          <Button
            key={remoteId}
            kind="secondary"
            icon={icon}
            testId={TEST_IDS[remoteId]}
            onPress={() => (navigate as (view: string) => void)(view)}
          >
            {t(label)}
          </Button>
        ))}
      </Statement>
    </div>
  )
}
