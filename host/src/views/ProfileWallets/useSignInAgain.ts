import { type ChainNamespace, selectActiveNamespace, selectSocials } from '@portico/contracts'
import { useCommands } from '@portico/contracts/ui'
import { findLive } from '../../connections/liveConnections.ts'
import type { StoredConnection } from '../../connections/storedConnections.ts'
import { providerNamed } from '../../embeddedWallet/signInWith.ts'
import { AUTH_ID } from '../../embeddedWallet/types.ts'
import { useShell, useShellSelector } from '../../shellContext.ts'
import { useLegal } from '../Connect/useLegal.ts'

/**
 * Repeats a login to the embedded wallet that has ended: with the previous method if this is still offered, otherwise
 * with a choice of all methods (chains.md §3.9).
 * @returns undefined if the login is still active in another family: then it is enough to switch to the wallet
 */
export function useSignInAgain({ namespace, walletName }: StoredConnection): (() => void) | undefined {
  const { navigate, openSocialPopup } = useCommands()
  const { views } = useShell()
  const { mayConnect } = useLegal()
  const socials = useShellSelector(selectSocials)
  const isSignedIn = useShellSelector((state) =>
    (Object.keys(state.connections.families) as ChainNamespace[]).some((family) => findLive(state, family, AUTH_ID)),
  )
  const isOfPage = useShellSelector(selectActiveNamespace) === namespace
  const provider = providerNamed(walletName)
  const isOffered =
    provider === 'email'
      ? views.find('EmailLogin') !== undefined
      : provider !== undefined && socials.includes(provider) && views.find('ConnectingSocial') !== undefined
  if (isSignedIn) return undefined
  return () => {
    const way = mayConnect && isOffered ? provider : undefined
    // Connect comes first if the wallet's family is not the page's, because it passes the family on.
    if (!way || !isOfPage) navigate('Connect', { namespace })
    if (!way) return
    if (way === 'email') return void navigate('EmailLogin')
    if (way === 'farcaster') return void navigate('ConnectingFarcaster')
    // Opened synchronously, because browsers would otherwise block the popup.
    openSocialPopup()
    navigate('ConnectingSocial', { provider: way })
  }
}
