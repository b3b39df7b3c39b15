import type { ReactNode } from 'react'
import { useStyles } from './hostContext.ts'
import { Icon } from './Icon.tsx'
import sheet from './Row.css'

interface RowProps {
  readonly label: string
  readonly onPress: () => void
  /** A logo, an avatar or an icon. */
  readonly leading?: ReactNode
  /** A second line, in a smaller size. */
  readonly detail?: string
  /** A short note on the label, such as "installed". */
  readonly tag?: { readonly text: string; readonly kind: 'neutral' | 'accent' | 'caution' }
  /** The mark at the end, such as a chevron for navigation or a tick for the chosen row. */
  readonly trailing?: 'chevron' | 'check' | 'external' | 'none'
  readonly disabled?: boolean
  readonly testId?: string
  /** For a row that is one of several choices: true for the chosen one. */
  readonly selected?: boolean
  readonly onIntent?: () => void
}

/** A row of a list, which can be pressed. */
export function Row({
  label,
  onPress,
  leading,
  detail,
  tag,
  trailing = 'chevron',
  disabled,
  testId,
  selected,
  onIntent,
}: RowProps) {
  useStyles(sheet)
  return (
    <button
      type="button"
      className="Row"
      disabled={disabled}
      data-testid={testId}
      aria-current={selected ? 'true' : undefined}
      onClick={onPress}
      onPointerEnter={onIntent}
      onFocus={onIntent}
    >
      {leading ? <span className="Row-leading">{leading}</span> : null}
      <span className="Row-text">
        <span className="Row-label">{label}</span>
        {detail ? <span className="Row-detail">{detail}</span> : null}
      </span>
      {tag ? <span className={`Row-tag Row-tag-${tag.kind}`}>{tag.text}</span> : null}
      {trailing === 'none' ? null : (
        <span className="Row-trailing">
          <Icon name={trailing} />
        </span>
      )}
    </button>
  )
}

/** A list of rows. `label` names it for screen readers. */
export function RowList({ children, label }: { children: ReactNode; label?: string }) {
  useStyles(sheet)
  return label ? (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset groups fields, and these are none
    <div className="Row-list" role="group" aria-label={label}>
      {children}
    </div>
  ) : (
    <div className="Row-list">{children}</div>
  )
}
