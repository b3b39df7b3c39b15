import { SNACK_REPLACE_DELAY_MS } from '@portico/contracts'
import { Icon, useMessages, useStyles } from '@portico/contracts/ui'
import { useEffect, useRef, useState } from 'react'
import { selectSnack, snackHidden } from '../feedbackSlice.ts'
import { useShellDispatch, useShellSelector } from '../shellContext.ts'
import sheet from './SnackBar.css'

/** How long a message stays, unless it reports that something is in progress. */
const SHOWN_MS = 2_500

/** rules.md §4: a visible message is hidden first; the next one appears 150 ms later. */
export function SnackBar() {
  useStyles(sheet)
  const t = useMessages()
  const dispatch = useShellDispatch()
  const wanted = useShellSelector(selectSnack)
  const [shown, setShown] = useState<typeof wanted>(null)

  const isShowing = useRef(false)

  useEffect(() => {
    const show = () => {
      isShowing.current = wanted !== null
      setShown(wanted)
    }
    if (!isShowing.current || !wanted) return show()
    setShown(null)
    const timer = setTimeout(show, SNACK_REPLACE_DELAY_MS)
    return () => clearTimeout(timer)
  }, [wanted])

  useEffect(() => {
    if (!shown || shown.variant === 'loading') return
    const timer = setTimeout(() => dispatch(snackHidden()), SHOWN_MS)
    return () => clearTimeout(timer)
  }, [shown, dispatch])

  const text = shown ? (shown.text ?? t(shown.key ?? '')) : ''
  return (
    <div className="SnackBar" role="status" aria-live="polite">
      {shown ? (
        <span className={`SnackBar-message SnackBar-${shown.variant}`} data-testid="wui-snackbar-message">
          <Icon
            name={shown.variant === 'error' ? 'alert' : shown.variant === 'success' ? 'check' : 'retry'}
            size={16}
          />
          <span>{text}</span>
        </span>
      ) : null}
    </div>
  )
}
