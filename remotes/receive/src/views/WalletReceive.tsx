import { type HostState, selectAccount, selectNetworks } from '@portico/contracts'
import { AddressText, Button, Picture, Row, useCommands, useMessages, useStyles } from '@portico/contracts/ui'
import { QRCodeSVG } from 'qrcode.react'
import { useSelector } from 'react-redux'
import { compatibleNetworks } from '../compatibleNetworks.ts'
import sheet from './WalletReceive.css'

/** views.md §17: the QR code, including the quiet zone that cameras need. */
const QR_PX = 232
const QUIET_ZONE_MODULES = 4

/** The address that receives payments: as a QR code, in full, and with a copy button. */
export default function WalletReceive() {
  useStyles(sheet)
  const t = useMessages()
  const { copy, navigate } = useCommands()
  const account = useSelector((state: HostState) => selectAccount(state))
  const networks = useSelector(selectNetworks)
  if (!account) return null
  const { address } = account
  const compatible = compatibleNetworks(networks, account)

  return (
    <div className="WalletReceive">
      <div className="WalletReceive-code">
        <QRCodeSVG
          aria-label={t('receive.qr', { address })}
          value={address}
          size={QR_PX}
          marginSize={QUIET_ZONE_MODULES}
          bgColor="transparent"
          fgColor="currentColor"
        />
      </div>
      <AddressText address={address} whole />
      <p className="WalletReceive-hint">{t('receive.hint')}</p>
      <Button icon="copy" testId="receive-address-copy-button" onPress={() => void copy(address, t('receive.copied'))}>
        {t('receive.copy')}
      </Button>
      <Row
        label={t('receive.networks.action', { count: compatible.length })}
        leading={<NetworkStack networks={compatible} />}
        testId="receive-networks-button"
        onPress={() => navigate('WalletCompatibleNetworks')}
      />
    </div>
  )
}

function NetworkStack({ networks }: { networks: ReturnType<typeof compatibleNetworks> }) {
  return (
    <span className="WalletReceive-networks">
      {networks.slice(0, 2).map(({ caipNetworkId, name, imageUrl }) => (
        <Picture key={caipNetworkId} name={name} src={imageUrl} size={24} shape="round" />
      ))}
    </span>
  )
}
