import type { SerializedError } from '@portico/contracts'
import { Button, errorText, Statement, useCommands, useLocale, useMessages } from '@portico/contracts/ui'
import type { ReactNode } from 'react'

interface DeviceWaitingProps {
  readonly picture: ReactNode
  readonly title: string
  /** Says what to do. */
  readonly error: SerializedError
  /** Unix seconds: from then on the device is let in unless it was refused. */
  readonly opensAt: number | undefined
}

/** The visitor has logged in on a device that their wallet does not know: the two ways on, and the way out. */
export function DeviceWaiting({ picture, title, error, opensAt }: DeviceWaitingProps) {
  const t = useMessages()
  const locale = useLocale()
  const { replace } = useCommands()
  const format = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeStyle: 'short' })
  const time = opensAt === undefined ? '' : format.format(opensAt * 1_000)
  return (
    <Statement picture={picture} title={title} detail={`${errorText(t, error)} ${time}`.trim()} role="status">
      <Button kind="secondary" onPress={() => replace('ConnectSocials')}>
        {t('socials.choose')}
      </Button>
    </Statement>
  )
}
