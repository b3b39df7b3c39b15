import { FARCASTER, ProviderLogo } from '@portico/contracts/socials'
import { useMessages } from '@portico/contracts/ui'
import { CodeToScan } from '@portico/contracts/ui/forms'
import { QRCodeSVG } from 'qrcode.react'

/** A camera needs four modules of quiet around the code. */
const QUIET_ZONE_MODULES = 4
/** What the logo covers has to be made good. */
const LEVEL = 'M'

/** A code for the app on another device, and the same as a link to copy. */
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
