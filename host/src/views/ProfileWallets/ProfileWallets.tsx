import {
  type ChainNamespace,
  selectActiveNamespace,
  selectConnection,
  selectOtherConnections,
} from '@portico/contracts'
import { Button, Icon, Row, Statement, useCommands, useMessages, useStyles } from '@portico/contracts/ui'
import { useEffect, useState } from 'react'
import { disconnect } from '../../connections/disconnect.ts'
import { findStoredConnections } from '../../connections/findStored.ts'
import { isMultiWallet } from '../../connections/situation.ts'
import { useShellDispatch, useShellSelector } from '../../shellContext.ts'
import { FAMILY_TAB_IDS, FAMILY_TITLES } from '../familyTitles.ts'
import { Tabs } from '../Tabs.tsx'
import { ActiveWallet } from './ActiveWallet.tsx'
import { ConnectedWallet } from './ConnectedWallet.tsx'
import sheet from './ProfileWallets.css'
import { RecentWallets } from './RecentWallets.tsx'

/** views.md §12: the connected wallets by family, and the row to add another wallet. */
export function ProfileWallets() {
  useStyles(sheet)
  const t = useMessages()
  const dispatch = useShellDispatch()
  const { navigate, showSnack } = useCommands()
  const byFamily = useShellSelector((state) => state.connections.connectors)
  const families = Object.keys(byFamily) as ChainNamespace[]
  const activeFamily = useShellSelector(selectActiveNamespace)
  const [chosen, choose] = useState<ChainNamespace>()
  const namespace = chosen ?? activeFamily
  const active = useShellSelector((state) => selectConnection(state, namespace))
  const others = useShellSelector((state) => selectOtherConnections(state, namespace))
  const isMulti = useShellSelector(isMultiWallet)
  const family = t(FAMILY_TITLES[namespace])
  const count = (active ? 1 : 0) + others.length

  useEffect(() => {
    if (isMulti) void dispatch(findStoredConnections())
  }, [isMulti, dispatch])

  const add = () => navigate('Connect', { namespace })
  const leaveAll = () =>
    void dispatch(disconnect(namespace)).then(
      () => showSnack({ variant: 'success', text: t('host.profile.disconnected') }),
      () => showSnack({ variant: 'error', text: t('host.profile.disconnectFailed') }),
    )
  const recent = isMulti ? <RecentWallets namespace={namespace} /> : null
  const shown = (
    <div className="ProfileWallets">
      {count > 0 ? (
        <>
          <div className="ProfileWallets-head">
            <span data-testid="balance-amount">{t('host.profile.count', { count })}</span>
            <span className="ProfileWallets-action">
              <Button kind="quiet" testId="disconnect-all-button" onPress={leaveAll}>
                {t('host.profile.disconnectAll')}
              </Button>
            </span>
          </div>
          <div className="ProfileWallets-all">
            <ul className="ProfileWallets-list" aria-label={t('host.title.profileWallets')}>
              {active ? <ActiveWallet key={active.connectorId} namespace={namespace} connection={active} /> : null}
              {others.map((connection) => (
                <ConnectedWallet key={connection.connectorId} namespace={namespace} connection={connection} />
              ))}
            </ul>
            {recent}
          </div>
        </>
      ) : (
        <div data-testid="empty-template">
          <Statement
            picture="wallet"
            title={t('host.profile.empty')}
            detail={t('host.profile.emptyDetail', { family })}
          >
            <Button testId="empty-state-button" onPress={add}>
              {t('host.profile.add', { family })}
            </Button>
          </Statement>
        </div>
      )}
      {count > 0 ? null : recent}
      {count > 0 && isMulti ? (
        <Row
          label={t('host.profile.add', { family })}
          leading={<Icon name="plus" />}
          testId="add-connection-button"
          onPress={add}
        />
      ) : null}
    </div>
  )
  if (families.length < 2) return shown
  const tabs = families.map((key) => ({ key, label: t(FAMILY_TITLES[key]), testId: FAMILY_TAB_IDS[key] }))
  return (
    <div className="ProfileWallets">
      <Tabs label={t('host.profile.families')} tabs={tabs} chosen={namespace} onChoose={choose}>
        {shown}
      </Tabs>
    </div>
  )
}
