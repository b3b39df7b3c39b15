import { FARCASTER, ProviderLogo } from '@portico/contracts/socials'
import { Button, Skeleton, useCommands, useMessages, useStyles } from '@portico/contracts/ui'
import { QRCodeSVG } from 'qrcode.react'
import sheet from './FarcasterCode.css'

/** A camera needs four modules of quiet around the code. */
const QUIET_ZONE_MODULES = 4
/** What the logo covers has to be made good. */
const LEVEL = 'M'

/** A code for the app on another device, and the same as a link to copy. */
export function FarcasterCode({ url }: { url: string | undefined }) {
  useStyles(sheet)
  const t = useMessages()
  const { copy } = useCommands()
  return (
    <div className="FarcasterCode">
      <div className="FarcasterCode-box" data-testid="wui-qr-code" data-uri={url}>
        {url ? (
          <>
            <QRCodeSVG
              className="FarcasterCode-svg"
              value={url}
              level={LEVEL}
              marginSize={QUIET_ZONE_MODULES}
              fgColor="currentColor"
              bgColor="transparent"
              role="img"
              aria-label={t('socials.farcaster.code')}
            />
            <span className="FarcasterCode-logo">
              <ProviderLogo logo={FARCASTER.logo} size={40} />
            </span>
          </>
        ) : (
          <span className="FarcasterCode-waiting">
            <Skeleton shape="square" />
          </span>
        )}
      </div>
      <p className="FarcasterCode-help" role="status">
        {t(url ? 'socials.farcaster.scan' : 'socials.farcaster.preparing')}
      </p>
      <Button
        kind="quiet"
        icon="copy"
        testId="copy-wc2-uri"
        disabled={!url}
        onPress={() => url && void copy(url, t('socials.copied'))}
      >
        {t('socials.copy')}
      </Button>
    </div>
  )
}
