import type { IconName } from '@portico/contracts'
import { Button, Icon, useCommands, useMessages, useStyles } from '@portico/contracts/ui'
import type { ReactNode } from 'react'
import { useTrack } from '../../shellContext.ts'
import { openPage } from '../wallets/storesOf.ts'
import sheet from './Help.css'

interface HelpProps {
  readonly points: readonly (readonly [IconName, string])[]
  /** The button that leads to the next view. */
  readonly children: ReactNode
}

function Help({ points, children }: HelpProps) {
  useStyles(sheet)
  return (
    <>
      <ul className="Help">
        {points.map(([icon, text]) => (
          <li key={text} className="Help-point">
            <span className="Help-icon">
              <Icon name={icon} />
            </span>
            <span>{text}</span>
          </li>
        ))}
      </ul>
      <div className="Help-action">{children}</div>
    </>
  )
}

/** views.md §7.4 */
export function WhatIsAWallet() {
  const t = useMessages()
  const { navigate } = useCommands()
  const track = useTrack()
  return (
    <Help
      points={[
        ['wallet', t('host.whatIsAWallet.one')],
        ['check', t('host.whatIsAWallet.two')],
        ['alert', t('host.whatIsAWallet.three')],
      ]}
    >
      <Button
        kind="secondary"
        testId="get-a-wallet-button"
        onPress={() => {
          track('CLICK_GET_WALLET_HELP')
          navigate('GetWallet')
        }}
      >
        {t('host.title.getWallet')}
      </Button>
    </Help>
  )
}

/** A page without advertising: the Ethereum community's documentation. */
const ABOUT_NETWORKS = 'https://ethereum.org/developers/docs/networks/'

/** views.md §7.4 */
export function WhatIsANetwork() {
  const t = useMessages()
  return (
    <Help
      points={[
        ['network', t('host.whatIsANetwork.one')],
        ['swap', t('host.whatIsANetwork.two')],
      ]}
    >
      <Button kind="secondary" icon="external" testId="learn-more-button" onPress={() => openPage(ABOUT_NETWORKS)}>
        {t('host.whatIsANetwork.more')}
      </Button>
    </Help>
  )
}
