import { selectActiveNetwork, selectActiveNetworkId } from '@portico/contracts'
import { IconButton, Picture, useMessages, useStyles } from '@portico/contracts/ui'
import { selectCurrentEntry, selectStack } from '../router/routerSlice.ts'
import { selectOptions } from '../settingsSlice.ts'
import { useShell, useShellSelector, useTrack } from '../shellContext.ts'
import sheet from './Header.css'
import { useTitle } from './useTitle.ts'

/** views.md §4.2: the network on Account, help on Connect, otherwise Back. */
function Leading() {
  const t = useMessages()
  const { commands } = useShell()
  const track = useTrack()
  const entry = useShellSelector(selectCurrentEntry)
  const depth = useShellSelector((state) => selectStack(state).length)
  const { enableNetworkSwitch, enableEmbedded, enableWalletGuide } = useShellSelector(selectOptions)
  const network = useShellSelector(selectActiveNetwork)
  const networkId = useShellSelector(selectActiveNetworkId)
  const hasChoice = useShellSelector((state) => state.networks.list.length > 1)

  if (entry.view === 'Account') {
    if (!enableNetworkSwitch) return null
    const name = network?.name ?? t('host.unknownNetwork')
    return (
      <button
        type="button"
        className="Header-network"
        data-testid="w3m-account-select-network"
        aria-label={t('host.selectNetwork', { name })}
        data-tooltip={name}
        disabled={!hasChoice && Boolean(network)}
        onClick={() => {
          track('CLICK_NETWORKS')
          commands.navigate('Networks')
        }}
      >
        <Picture name={network?.name ?? networkId} src={network?.imageUrl} size={24} shape="round" />
      </button>
    )
  }
  // Back never leaves UnsupportedChain, which requires a supported network or Disconnect (views.md §13.5), nor the
  // sign-in, which has two buttons of its own, nor an approval, which has the wallet's own buttons.
  const isGate = ['UnsupportedChain', 'SIWXSignMessage', 'ApproveTransaction'].includes(entry.view)
  if (depth > 1 && !isGate && !(enableEmbedded && entry.view === 'Connect')) {
    return <IconButton icon="back" label={t('host.back')} testId="header-back" onPress={commands.back} />
  }
  if (entry.view === 'Connect' && enableWalletGuide) {
    return (
      <IconButton
        icon="help"
        label={t('host.help')}
        testId="help-button"
        onPress={() => {
          track('CLICK_WALLET_HELP')
          commands.navigate('WhatIsAWallet')
        }}
      />
    )
  }
  return null
}

/** Title, Back and Close. `titleId` is the id of the dialog's title. */
export function Header({ titleId }: { titleId: string }) {
  useStyles(sheet)
  const t = useMessages()
  const { commands } = useShell()
  const title = useTitle()
  const isEmbedded = useShellSelector((state) => selectOptions(state).enableEmbedded)
  return (
    // Not a `header` element, which would add a second banner landmark to the page.
    <div className="Header">
      <div className="Header-side">
        <Leading />
      </div>
      <h1 className="Header-title" id={titleId} data-testid="w3m-header-text">
        {title}
      </h1>
      <div className="Header-side">
        {isEmbedded ? null : (
          <IconButton icon="close" label={t('host.close')} testId="w3m-header-close" onPress={commands.safeClose} />
        )}
      </div>
    </div>
  )
}
