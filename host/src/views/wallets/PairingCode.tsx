import { Button, Picture, Skeleton, Statement, useCommands, useMessages, useStyles } from '@portico/contracts/ui'
import { QRCodeSVG } from 'qrcode.react'
import { useEffect } from 'react'
import { walletPicked } from '../../connections/pairingSlice.ts'
import type { DirectoryWallet } from '../../registry.ts'
import { useShell, useShellDispatch } from '../../shellContext.ts'
import { useErrorText } from '../../useErrorText.ts'
import sheet from './PairingCode.css'
import { usePairing } from './usePairing.ts'

/** A camera needs four modules of quiet around the code. */
const QUIET_ZONE_MODULES = 4
/** What a logo covers has to be made good. Without one fewer and larger modules are drawn sooner, and read from farther away. */
const LEVEL_BEHIND_A_LOGO = 'M'
const LEVEL = 'L'

/** views.md §8.4, platform qrcode: a code for the wallet on another device, and the same as a link to copy. */
export function PairingCode({ wallet }: { wallet?: DirectoryWallet | undefined }) {
  useStyles(sheet)
  const t = useMessages()
  const errorText = useErrorText()
  const { imageOf } = useShell()
  const { copy } = useCommands()
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
  return (
    <div className="PairingCode">
      <div className="PairingCode-box" data-testid="wui-qr-code" data-uri={uri}>
        {uri ? (
          <>
            <QRCodeSVG
              className="PairingCode-svg"
              value={uri}
              level={wallet ? LEVEL_BEHIND_A_LOGO : LEVEL}
              marginSize={QUIET_ZONE_MODULES}
              fgColor="currentColor"
              bgColor="transparent"
              role="img"
              aria-label={t('host.pair.code')}
            />
            {wallet ? (
              <span className="PairingCode-logo">
                <Picture name={wallet.name} src={imageOf(wallet)} size={40} />
              </span>
            ) : null}
          </>
        ) : (
          <span
            className="PairingCode-waiting"
            role="status"
            aria-label={t(isSigningIn ? 'host.siwx.authenticating' : 'host.pair.preparing')}
          >
            <Skeleton shape="square" />
          </span>
        )}
      </div>
      <p className="PairingCode-help">
        {isSigningIn
          ? t('host.siwx.authenticating')
          : wallet
            ? t('host.pair.scanWith', { name: wallet.name })
            : t('host.pair.scan')}
      </p>
      <Button
        kind="quiet"
        icon="copy"
        testId="copy-wc2-uri"
        disabled={!uri}
        onPress={() => uri && void copy(uri, t('host.pair.copied'))}
      >
        {t('host.pair.copy')}
      </Button>
    </div>
  )
}
