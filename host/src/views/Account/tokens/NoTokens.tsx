import type { Network } from '@portico/contracts'
import { Button, Statement, useCommands, useMessages } from '@portico/contracts/ui'
import { selectTopUps } from '@portico/contracts/ui/money'
import { useShellSelector } from '../../../shellContext.ts'

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
        {ways.map(({ label, icon, view, testId }) => (
          <Button
            key={view}
            kind="secondary"
            icon={icon}
            testId={testId}
            onPress={() => (navigate as (view: string) => void)(view)}
          >
            {t(label)}
          </Button>
        ))}
      </Statement>
    </div>
  )
}
