import { truncateMiddle } from '@portico/contracts'
import { useMessages, useStyles } from '@portico/contracts/ui'
import type { ReceiverWarning } from '../receiver/warnings.ts'
import sheet from './ReceiverWarnings.css'

const WARNINGS: Readonly<Record<ReceiverWarning['type'], string>> = {
  isToken: 'send.receiver.isToken',
  lookAlike: 'send.receiver.lookAlike',
  misspelt: 'send.receiver.misspelt',
  ofEthereum: 'send.receiver.ofEthereum',
  offCurve: 'send.receiver.offCurve',
  own: 'send.receiver.own',
}

/** Warnings about the receiver. */
export function ReceiverWarnings({ warnings }: { warnings: readonly ReceiverWarning[] }) {
  useStyles(sheet)
  const t = useMessages()
  return warnings.map((warning) => (
    <p
      key={warning.type}
      className={warning.type === 'ofEthereum' ? 'ReceiverWarnings-caution' : 'ReceiverWarnings-danger'}
      data-warning={warning.type}
    >
      {t(WARNINGS[warning.type], {
        address: warning.type === 'lookAlike' ? truncateMiddle(warning.address, 8, 8) : '',
      })}
    </p>
  ))
}
