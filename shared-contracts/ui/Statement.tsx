import type { ReactNode } from 'react'
import type { IconName } from '../src/index.ts'
import { useStyles } from './hostContext.ts'
import { Icon } from './Icon.tsx'
import sheet from './Statement.css'

interface StatementProps {
  readonly title: string
  readonly detail?: string
  /** A picture, or the name of an icon. */
  readonly picture?: ReactNode | IconName
  readonly tone?: 'neutral' | 'danger' | 'positive'
  /** Buttons for what the visitor can do. */
  readonly children?: ReactNode
  /** With `alert`, it is read aloud when it appears. */
  readonly role?: 'alert' | 'status'
}

/** The only message of a view that is waiting, empty, failed or done. */
export function Statement({ title, detail, picture, tone = 'neutral', children, role }: StatementProps) {
  useStyles(sheet)
  return (
    <div className={`Statement Statement-${tone}`}>
      {picture ? (
        <div>
          {typeof picture === 'string' ? (
            <span className="Statement-icon">
              <Icon name={picture as IconName} size={24} />
            </span>
          ) : (
            picture
          )}
        </div>
      ) : null}
      <div className="Statement-text" role={role}>
        <p className="Statement-title">{title}</p>
        {detail ? <p className="Statement-detail">{detail}</p> : null}
      </div>
      {children ? <div className="Statement-actions">{children}</div> : null}
    </div>
  )
}
