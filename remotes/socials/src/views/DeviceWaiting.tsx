import type { SerializedError } from '@portico/contracts'
import { Button, errorText, Statement, useCommands, useLocale, useMessages } from '@portico/contracts/ui'
import type { ReactNode } from 'react'

interface DeviceWaitingProps {
  readonly picture: ReactNode
  readonly title: string
  /** The error's message tells the visitor what to do. */
  readonly error: SerializedError
  /** When the device counts as approved unless it was refused, in Unix seconds. */
  readonly opensAt: number | undefined
}

/** Shown after login on a device that the wallet does not know: both ways to approve it, and a way out. */
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
