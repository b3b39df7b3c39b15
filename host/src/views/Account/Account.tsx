import { selectAccount, selectActiveNetwork, truncateMiddle } from '@portico/contracts'
import { AddressText, Icon, Picture, Row, RowList, useCommands, useMessages, useStyles } from '@portico/contracts/ui'
import { useEffect } from 'react'
import { selectBalance } from '../../account/balanceSlice.ts'
import { loadBalance } from '../../account/loadBalance.ts'
import { disconnect } from '../../connections/disconnect.ts'
import { useShellDispatch, useShellSelector } from '../../shellContext.ts'
import sheet from './Account.css'
import { AccountActions } from './AccountActions.tsx'
import { AccountBalance } from './AccountBalance.tsx'
import { AccountIdentity } from './AccountIdentity.tsx'
import { AccountRows } from './AccountRows.tsx'

/** views.md §11.1: who is connected, what is there, and what can be done with it. */
export function Account() {
  useStyles(sheet)
  const t = useMessages()
  const { copy, showSnack } = useCommands()
  const dispatch = useShellDispatch()
  const account = useShellSelector((state) => selectAccount(state))
  const network = useShellSelector(selectActiveNetwork)
  const connector = useShellSelector(
    (state) => account && state.connections.connectors[account.namespace]?.find(({ id }) => id === account.connectorId),
  )
  const balanceSerial = useShellSelector((state) => selectBalance(state, account)?.serial)
  // biome-ignore lint/correctness/useExhaustiveDependencies: it also counts what has made the balance out of date
  useEffect(() => {
    if (account && network) void dispatch(loadBalance(account, network))
  }, [account, network, balanceSerial, dispatch])

  if (!account) return null
  const leave = () => {
    dispatch(disconnect(account.namespace)).catch(() =>
      showSnack({ variant: 'error', text: t('host.account.disconnectFailed') }),
    )
  }
  return (
    <div className="Account">
      <div className="Account-who">
        <AccountIdentity account={account} network={network} />
        <button
          type="button"
          className="Account-address"
          data-testid="account-settings-address"
          aria-label={t('host.account.copy', { address: truncateMiddle(account.address, 6, 4) })}
          onClick={() => void copy(account.address, t('host.account.copied'))}
        >
          <AddressText address={account.address} />
          <Icon name="copy" size={16} />
        </button>
        <AccountBalance account={account} network={network} />
      </div>
      <AccountActions namespace={account.namespace} />
      <RowList>
        <AccountRows account={account} network={network} />
        <Row
          label={t('host.account.disconnect')}
          {...(connector && { detail: connector.name })}
          leading={connector ? <Picture name={connector.name} src={connector.imageUrl} /> : <Icon name="disconnect" />}
          trailing="none"
          testId="disconnect-button"
          onPress={leave}
        />
      </RowList>
    </div>
  )
}
