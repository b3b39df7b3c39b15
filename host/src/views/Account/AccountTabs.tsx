import { type Account, fillSlot, type Holding, type Network } from '@portico/contracts'
import { useMessages, useStyles } from '@portico/contracts/ui'
import { type ReactNode, useMemo, useState } from 'react'
import { useShell, useShellSelector } from '../../shellContext.ts'
import { Tabs } from '../Tabs.tsx'
import sheet from './AccountTabs.css'
import { Nfts } from './nfts/Nfts.tsx'
import { PlacedView } from './PlacedView.tsx'
import { Tokens } from './tokens/Tokens.tsx'
import type { KnownHoldings } from './tokens/useHoldings.ts'

interface Tab {
  readonly key: string
  readonly label: string
  readonly testId: string
  readonly onIntent?: () => void
  readonly show: () => ReactNode
}

interface AccountTabsProps {
  readonly account: Account
  readonly network: Network
  readonly tokens: readonly Holding[]
  /** Undefined if the holdings of this family are unknown. */
  readonly holdings: KnownHoldings | undefined
}

/** The tab chosen last in each modal. Kept only in memory, until the page is reloaded. */
const chosen = new WeakMap<object, string>()

/** The tab that the visitor chose last on this page; undefined before any choice. */
function useChosenTab(): readonly [key: string | undefined, choose: (key: string) => void] {
  const { views } = useShell()
  const [key, setKey] = useState(() => chosen.get(views))
  return [
    key,
    (now) => {
      chosen.set(views, now)
      setKey(now)
    },
  ]
}

/** views.md §11.1: what the account holds and has done: our own tabs, then those of remotes (slot `account.tabs`). */
export function AccountTabs({ account, network, tokens, holdings }: AccountTabsProps) {
  useStyles(sheet)
  const t = useMessages()
  const { prepare } = useShell()
  const remotes = useShellSelector((state) => state.remotes)
  const { namespace } = account
  const placed = useMemo(() => fillSlot(remotes.byId, 'account.tabs', namespace), [remotes, namespace])
  const [wanted, choose] = useChosenTab()
  const own: readonly Tab[] = holdings
    ? [
        {
          key: 'tokens',
          label: t('host.account.tokens'),
          testId: 'tab-tokens',
          show: () => <Tokens network={network} tokens={tokens} holdings={holdings} />,
        },
        {
          key: 'nfts',
          label: t('host.account.nfts'),
          testId: 'tab-nfts',
          show: () => <Nfts account={account} network={network} />,
        },
      ]
    : []
  const tabs: readonly Tab[] = [
    ...own,
    ...placed.map(({ view, label, testId }) => ({
      key: view,
      label: t(label),
      testId,
      onIntent: () => prepare(view),
      show: () => <PlacedView view={view} />,
    })),
  ]
  // If the chosen tab is off, or belongs to another family, the first is shown; the choice is kept for when the tab
  // returns.
  const chosen = tabs.find(({ key }) => key === wanted) ?? tabs[0]
  if (!chosen) return null
  return (
    <div className="AccountTabs">
      <Tabs label={t('host.account.tabs')} tabs={tabs} chosen={chosen.key} onChoose={choose}>
        <div key={chosen.key} className="AccountTabs-panel">
          {chosen.show()}
        </div>
      </Tabs>
    </div>
  )
}
