import { type ChainNamespace, selectConnectors, WALLET_CONNECT_ID } from '@portico/contracts'
import { isMobile } from '@portico/contracts/platform'
import { IconButton, useCommands, useMessages } from '@portico/contracts/ui'
import { useMemo, useState } from 'react'
import { isSameConnector } from '../../connections/connectionsSlice.ts'
import { findLive, liveConnections } from '../../connections/liveConnections.ts'
import { walletPicked } from '../../connections/pairingSlice.ts'
import { forgetRecent } from '../../connections/rememberConnection.ts'
import { recentConnections, type StoredConnection } from '../../connections/storedConnections.ts'
import { AUTH_ID } from '../../embeddedWallet/types.ts'
import { useShellDispatch, useShellSelector } from '../../shellContext.ts'
import { SmallButton } from './SmallButton.tsx'
import { useSignInAgain } from './useSignInAgain.ts'
import { useWalletActions } from './useWalletActions.ts'
import { useDescription, WalletLine } from './WalletLine.tsx'

function RecentWallet({ stored, onForget }: { stored: StoredConnection; onForget: () => void }) {
  const t = useMessages()
  const { namespace, connectorId, accounts } = stored
  const { name, imageUrl } = useDescription(namespace, stored)
  const { turnTo, isBusy } = useWalletActions(namespace, connectorId)
  const pair = usePairAgain()
  const signIn = useSignInAgain(stored)
  const again = isSameConnector(connectorId, WALLET_CONNECT_ID) ? pair : connectorId === AUTH_ID ? signIn : undefined
  return (
    <li className="ProfileWallets-wallet" data-testid="recent-connection">
      <WalletLine name={name} imageUrl={imageUrl} address={accounts?.[0]?.address}>
        <SmallButton
          label={t('host.profile.connect')}
          about={name}
          busy={isBusy}
          onPress={() => (again ? again() : turnTo())}
        />
        <IconButton icon="trash" label={t('host.profile.forget', { name })} onPress={onForget} />
      </WalletLine>
    </li>
  )
}

/** A session that has ended cannot be resumed, so the wallet is paired anew, by QR code or link (chains.md §3.9). */
function usePairAgain(): () => void {
  const t = useMessages()
  const dispatch = useShellDispatch()
  const { navigate, showSnack } = useCommands()
  const isTaken = useShellSelector((state) =>
    (Object.keys(state.connections.families) as ChainNamespace[]).some((family) =>
      findLive(state, family, WALLET_CONNECT_ID),
    ),
  )
  return () => {
    if (isTaken) return showSnack({ variant: 'error', text: t('host.connect.codeTaken') })
    dispatch(walletPicked(undefined))
    if (isMobile()) navigate('AllWallets')
    else navigate('ConnectingWalletConnect', {})
  }
}

/** Wallets that were connected before, and are still available in this browser. */
export function RecentWallets({ namespace }: { namespace: ChainNamespace }) {
  const t = useMessages()
  const dispatch = useShellDispatch()
  const { showSnack } = useCommands()
  const connections = useShellSelector((state) => state.connections)
  const [forgotten, setForgotten] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is stored changes with these
  const recent = useMemo(
    () =>
      dispatch((_, getState, { storage }) => {
        const live = liveConnections(getState(), namespace)
        const present = selectConnectors(getState(), namespace)
        return recentConnections(storage).filter(
          (stored) =>
            stored.namespace === namespace &&
            present.some(({ id }) => isSameConnector(id, stored.connectorId)) &&
            !live.some(({ connectorId }) => isSameConnector(connectorId, stored.connectorId)),
        )
      }),
    [connections, forgotten, namespace, dispatch],
  )
  if (!recent.length) return null

  const forget = (stored: StoredConnection) => {
    dispatch((_, __, { storage }) => forgetRecent(storage, stored))
    setForgotten((count) => count + 1)
    showSnack({ variant: 'success', text: t('host.profile.deleted') })
  }
  return (
    <section className="ProfileWallets-recent">
      <h2 className="ProfileWallets-heading" data-testid="recently-connected-text">
        {t('host.profile.recent')}
      </h2>
      <ul className="ProfileWallets-list">
        {recent.map((stored) => (
          <RecentWallet key={stored.connectorId} stored={stored} onForget={() => forget(stored)} />
        ))}
      </ul>
    </section>
  )
}
