import { useStyles } from '@portico/contracts/ui'
import { Fragment } from 'react'
import sheet from './SentTo.css'

/** What was sent to which address. Shows it in full so that typos are seen; a long one breaks before `@` or a dot. */
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
