import { Button, Statement, useCommands, useLocale, useMessages } from '@portico/contracts/ui'
import type { ReactNode } from 'react'

interface DeviceWaitingProps {
  readonly picture: ReactNode
  /** Unix seconds: from then on the device is let in unless it was refused. */
  readonly opensAt: number | undefined
}

/** The visitor has logged in on a device that their wallet does not know: the two ways on, and the way out. */
export function DeviceWaiting({ picture, opensAt }: DeviceWaitingProps) {
  const t = useMessages()
  const locale = useLocale()
  const { back } = useCommands()
  const format = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeStyle: 'short' })
  const until = opensAt === undefined ? '' : t('socials.device.until', { time: format.format(opensAt * 1_000) })
  return (
    <Statement
      picture={picture}
      title={t('socials.device.title')}
      detail={`${t('socials.device.text')} ${until}`.trim()}
      role="status"
    >
      <Button kind="secondary" onPress={back}>
        {t('socials.device.cancel')}
      </Button>
    </Statement>
  )
}
