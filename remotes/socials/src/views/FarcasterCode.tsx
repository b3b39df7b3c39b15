import { FARCASTER, ProviderLogo } from '@portico/contracts/socials'
import { useMessages } from '@portico/contracts/ui'
import { CodeToScan } from '@portico/contracts/ui/forms'
import { QRCodeSVG } from 'qrcode.react'

/** The quiet zone that cameras need. */
const QUIET_ZONE_MODULES = 4
/** The error correction level, which makes up for the modules that the logo covers. */
const LEVEL = 'M'

/** A QR code for the app on another device, and the link to copy. */
export function FarcasterCode({ url }: { url: string | undefined }) {
  const t = useMessages()
  return (
    <CodeToScan
      uri={url}
      logo={<ProviderLogo logo={FARCASTER.logo} size={40} />}
      help={t(url ? 'socials.farcaster.scan' : 'socials.farcaster.preparing')}
      copyLabel={t('socials.copy')}
      copiedText={t('socials.copied')}
    >
      {(value) => (
        <QRCodeSVG
          value={value}
          level={LEVEL}
          marginSize={QUIET_ZONE_MODULES}
          fgColor="currentColor"
          bgColor="transparent"
          role="img"
          aria-label={t('socials.farcaster.code')}
        />
      )}
    </CodeToScan>
  )
}
