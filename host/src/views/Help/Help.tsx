import type { IconName } from '@portico/contracts'
import { Button, Icon, useCommands, useMessages, useStyles } from '@portico/contracts/ui'
import { useTrack } from '../../shellContext.ts'
import { openPage } from '../wallets/storesOf.ts'
import sheet from './Help.css'

function Points({ points }: { points: readonly (readonly [IconName, string])[] }) {
  useStyles(sheet)
  return (
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
  )
}

/** views.md §7.4 */
export function WhatIsAWallet() {
  const t = useMessages()
  const { navigate } = useCommands()
  const track = useTrack()
  return (
    <>
      <Points
        points={[
          ['wallet', t('host.whatIsAWallet.one')],
          ['check', t('host.whatIsAWallet.two')],
          ['alert', t('host.whatIsAWallet.three')],
        ]}
      />
      <div className="Help-action">
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
      </div>
    </>
  )
}

/** Free of advertising: the documentation of the Ethereum community. */
const ABOUT_NETWORKS = 'https://ethereum.org/developers/docs/networks/'

/** views.md §7.4 */
export function WhatIsANetwork() {
  const t = useMessages()
  return (
    <>
      <Points
        points={[
          ['network', t('host.whatIsANetwork.one')],
          ['swap', t('host.whatIsANetwork.two')],
        ]}
      />
      <div className="Help-action">
        <Button kind="secondary" icon="external" testId="learn-more-button" onPress={() => openPage(ABOUT_NETWORKS)}>
          {t('host.whatIsANetwork.more')}
        </Button>
      </div>
    </>
  )
}
