import { useStyles } from './hostContext.ts'
import { Icon } from './Icon.tsx'
import sheet from './Note.css'

interface NoteProps {
  readonly title: string
  readonly detail?: string
  /** What the visitor can do about the problem. */
  readonly action?: { readonly label: string; readonly onPress: () => void; readonly testId?: string }
}

/** A problem, shown in place of the missing content. The rest of the view keeps working. */
export function Note({ title, detail, action }: NoteProps) {
  useStyles(sheet)
  return (
    <div className="Note" role="alert">
      <span className="Note-icon">
        <Icon name="alert" />
      </span>
      <span className="Note-text">
        <span className="Note-title">{title}</span>
        {detail ? <span>{detail}</span> : null}
      </span>
      {action ? (
        <button type="button" className="Note-action" data-testid={action.testId} onClick={action.onPress}>
          {action.label}
        </button>
      ) : null}
    </div>
  )
}
