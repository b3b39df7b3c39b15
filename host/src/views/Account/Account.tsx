import { selectAccount, selectActiveNetwork, selectConnection } from '@portico/contracts'
import { Icon, Picture, Row, RowList, useCommands, useMessages, useStyles } from '@portico/contracts/ui'
import { useCallback, useMemo } from 'react'
import { selectBalance } from '../../account/balanceSlice.ts'
import { loadBalance } from '../../account/loadBalance.ts'
import { describeConnection } from '../../connections/describeConnection.ts'
import { AUTH_ID } from '../../embeddedWallet/types.ts'
import { useShell, useShellDispatch, useShellSelector } from '../../shellContext.ts'
import type { RootState } from '../../store.ts'
import { AddressCopy } from '../AddressCopy.tsx'
import { Glyph } from '../Glyph.tsx'
import { useDisconnect } from '../useDisconnect.ts'
import sheet from './Account.css'
import { AccountActions } from './AccountActions.tsx'
import { AccountBalance } from './AccountBalance.tsx'
import { AccountIdentity } from './AccountIdentity.tsx'
import { AccountRows } from './AccountRows.tsx'
import { AccountTabs } from './AccountTabs.tsx'
import { AccountTotal } from './AccountTotal.tsx'
import { tokensOf } from './tokens/tokensOf.ts'
import { useHoldings } from './tokens/useHoldings.ts'
import { useWhileSeen } from './useWhileSeen.ts'

/** views.md §11.1: which account is connected, what it holds, and what can be done with it. */
export function Account() {
  useStyles(sheet)
  const t = useMessages()
  const { navigate } = useCommands()
  const { prepare } = useShell()
  const dispatch = useShellDispatch()
  const account = useShellSelector((state) => selectAccount(state))
  const network = useShellSelector(selectActiveNetwork)
  const leave = useDisconnect(account)
  const wallet = (state: RootState) => {
    const connection = account && selectConnection(state, account.namespace)
    return connection && describeConnection(state, account.namespace, connection)
  }
  const walletName = useShellSelector((state) => wallet(state)?.name ?? '')
  const walletImage = useShellSelector((state) => wallet(state)?.imageUrl)
  const balance = useShellSelector((state) => selectBalance(state, account))
  const look = useCallback(
    () => account && network && dispatch(loadBalance(account, network)),
    [account, network, dispatch],
  )
  // `serial` also changes when a transaction outdates the balance.
  useWhileSeen(look, account && `${account.caipAddress} ${balance?.serial ?? ''}`)
  const holdings = useHoldings(account)
  const tokens = useMemo(
    () => (network ? tokensOf(holdings?.value ?? [], balance?.value, network) : []),
    [holdings?.value, balance?.value, network],
  )

  if (!account) return null
  return (
    <div className="Account">
      <div className="Account-who">
        <AccountIdentity account={account} network={network} />
        <AddressCopy address={account.address} testId="account-settings-address" />
        <AccountBalance account={account} network={network} />
        {holdings && network && !network.testnet ? <AccountTotal tokens={tokens} holdings={holdings} /> : null}
      </div>
      <AccountActions namespace={account.namespace} />
      {network ? <AccountTabs account={account} network={network} tokens={tokens} holdings={holdings} /> : null}
      <RowList>
        <AccountRows account={account} network={network} />
        {account.connectorId === AUTH_ID ? (
          <Row
            label={t('host.title.settings')}
            leading={<Glyph name="settings" />}
            testId="account-settings-button"
            onIntent={() => prepare('AccountSettings')}
            onPress={() => navigate('AccountSettings')}
          />
        ) : null}
        <Row
          label={t('host.account.wallets')}
          detail={walletName}
          leading={<Picture name={walletName} src={walletImage} />}
          testId="wui-wallet-switch"
          onPress={() => navigate('ProfileWallets')}
        />
        <Row
          label={t('host.account.disconnect')}
          leading={<Icon name="disconnect" />}
          trailing="none"
          testId="disconnect-button"
          onPress={leave}
        />
      </RowList>
    </div>
  )
}
