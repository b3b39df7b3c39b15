import { type ReactNode, useId } from 'react'

/** A sentence that must not be overlooked. */
export function Notice({
  kind = 'caution',
  children,
}: {
  kind?: 'caution' | 'danger' | 'positive'
  children: ReactNode
}) {
  return (
    <p className="console-notice" data-kind={kind} role={kind === 'danger' ? 'alert' : 'status'}>
      {children}
    </p>
  )
}

/** The shape of what is being read. */
export function Waiting() {
  return (
    <div className="console-waiting" role="status" aria-label="Loading">
      <span className="console-skeleton" />
      <span className="console-skeleton" />
      <span className="console-skeleton" />
    </div>
  )
}

interface SectionProps {
  readonly title: string
  readonly aside?: ReactNode
  readonly children: ReactNode
}

/** A titled part of a page. */
export function Section({ title, aside, children }: SectionProps) {
  const id = useId()
  return (
    <section className="console-section" aria-labelledby={id}>
      <div className="console-section-head">
        <h2 id={id}>{title}</h2>
        {aside}
      </div>
      {children}
    </section>
  )
}

/** A state in one word, which the colour only repeats. */
export function Tag({
  kind = 'neutral',
  children,
}: {
  kind?: 'neutral' | 'positive' | 'caution' | 'danger'
  children: ReactNode
}) {
  return (
    <span className="console-tag" data-kind={kind}>
      {children}
    </span>
  )
}

const format = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' })

export function When({ at }: { at: string }) {
  const date = new Date(at)
  return Number.isNaN(date.getTime()) ? <span>{at}</span> : <time dateTime={at}>{format.format(date)}</time>
}

/** A text that an operator signs, or has signed: it can be scrolled and copied by keyboard. */
export function SignedText({ label, text }: { label: string; text: string }) {
  return <textarea className="console-signed" readOnly rows={text.split('\n').length} aria-label={label} value={text} />
}
