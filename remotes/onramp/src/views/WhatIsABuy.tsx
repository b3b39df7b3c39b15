import type { IconName, ViewProps } from '@portico/contracts'
import { Button, Icon, useCommands, useMessages, useStyles } from '@portico/contracts/ui'
import { useOpening } from '@portico/contracts/ui/forms'
import { useSelector } from 'react-redux'
import { selectIsSmartAccount } from '../onrampSlice.ts'
import sheet from './WhatIsABuy.css'

/** views.md §7.4: explains buying before the visitor starts. */
export default function WhatIsABuy({ signal }: ViewProps<'WhatIsABuy'>) {
  useStyles(sheet)
  useOpening(signal, 'SELECT_WHAT_IS_A_BUY', { isSmartAccount: useSelector(selectIsSmartAccount) })
  const t = useMessages()
  const { back } = useCommands()
  const points: readonly (readonly [IconName, string])[] = [
    ['card', t('onramp.what.one')],
    ['receive', t('onramp.what.two')],
    ['help', t('onramp.what.three')],
  ]
  return (
    <div className="WhatIsABuy">
      <ul className="WhatIsABuy-points">
        {points.map(([icon, text]) => (
          <li key={text} className="WhatIsABuy-point">
            <span className="WhatIsABuy-icon">
              <Icon name={icon} />
            </span>
            <span>{text}</span>
          </li>
        ))}
      </ul>
      <Button kind="secondary" testId="onramp-what-buy" onPress={back}>
        {t('onramp.what.action')}
      </Button>
    </div>
  )
}
