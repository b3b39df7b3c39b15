import type { ReactNode } from 'react'
import { useStyles } from '../hostContext.ts'
import sheet from './FieldBox.css'

interface FieldBoxProps {
  /** The input, and what is next to it. */
  readonly row: ReactNode
  /** What is below the input. */
  readonly children: ReactNode
  readonly isWrong: boolean
  readonly onSubmit?: (() => void) | undefined
}

/** The box around an input, which shows focus and problems. It is a form, so that Enter submits. */
export function FieldBox({ row, children, isWrong, onSubmit }: FieldBoxProps) {
  useStyles(sheet)
  return (
    <form
      className={isWrong ? 'FieldBox FieldBox-wrong' : 'FieldBox'}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        onSubmit?.()
      }}
    >
      <div className="FieldBox-row">{row}</div>
      {children}
    </form>
  )
}
