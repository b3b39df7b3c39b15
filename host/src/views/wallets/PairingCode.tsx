import { Button, Picture, Statement, useMessages } from '@portico/contracts/ui'
import { CodeToScan } from '@portico/contracts/ui/forms'
import { QRCodeSVG } from 'qrcode.react'
import { useEffect } from 'react'
import { walletPicked } from '../../connections/pairingSlice.ts'
import type { DirectoryWallet } from '../../directory/walletDirectory.ts'
import { useShell, useShellDispatch } from '../../shellContext.ts'
import { useErrorText } from '../../texts/useErrorText.ts'
import { usePairing } from './usePairing.ts'

/** Cameras need a quiet zone of four modules around the QR code. */
const QUIET_ZONE_MODULES = 4
/**
 * The error correction level that makes up for what a logo covers. Without a logo, a lower level means fewer and larger
 * modules, quicker to render and readable from further away.
 */
const LEVEL_BEHIND_A_LOGO = 'M'
const LEVEL = 'L'

/** views.md §8.4, platform qrcode: a QR code for a wallet on another device, and the same as a link to copy. */
export function PairingCode({ wallet }: { wallet?: DirectoryWallet | undefined }) {
  const t = useMessages()
  const errorText = useErrorText()
  const { imageOf } = useShell()
  const dispatch = useShellDispatch()
  const { uri, isSigningIn, failure, retry } = usePairing()

  const isForAny = wallet === undefined
  useEffect(() => {
    if (isForAny) dispatch(walletPicked(undefined))
  }, [isForAny, dispatch])

  if (failure) {
    return (
      <Statement picture="alert" tone="danger" title={errorText(failure)} role="alert">
        <Button kind="secondary" icon="retry" testId="w3m-connecting-widget-secondary-button" onPress={retry}>
          {t('host.retry')}
        </Button>
      </Statement>
    )
  }
  const help = () => {
    if (isSigningIn) return t('host.siwx.authenticating')
    if (!uri) return t('host.pair.preparing')
    return wallet ? t('host.pair.scanWith', { name: wallet.name }) : t('host.pair.scan')
  }
  return (
    <CodeToScan
      uri={uri}
      logo={wallet ? <Picture name={wallet.name} src={imageOf(wallet)} size={40} /> : undefined}
      help={help()}
      copyLabel={t('host.pair.copy')}
      copiedText={t('host.pair.copied')}
    >
      {(value) => (
        <QRCodeSVG
          value={value}
          level={wallet ? LEVEL_BEHIND_A_LOGO : LEVEL}
          marginSize={QUIET_ZONE_MODULES}
          fgColor="currentColor"
          bgColor="transparent"
          role="img"
          aria-label={t('host.pair.code')}
        />
      )}
    </CodeToScan>
  )
}
