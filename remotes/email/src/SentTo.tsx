import { useStyles } from '@portico/contracts/ui'
import { Fragment } from 'react'
import sheet from './SentTo.css'

/**
 * Says what was sent to which address. Shows the address in full so that typos are seen; breaks a long address before
 * `@` or a dot.
 */
export function SentTo({ text, email }: { text: string; email: string }) {
  useStyles(sheet)
  return (
    <p className="SentTo">
      {text}{' '}
      <bdi className="SentTo-address">
        {email.split(/(?=[@.])/).map((part, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the parts stay where they are
          <Fragment key={index}>
            <wbr />
            {part}
          </Fragment>
        ))}
      </bdi>
    </p>
  )
}
