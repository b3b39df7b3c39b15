import { alertCodeOf } from '@portico/contracts'
import { Icon, IconButton, useMessages, useStyles } from '@portico/contracts/ui'
import { alertHidden, selectAlert } from '../feedbackSlice.ts'
import { selectOptions } from '../settingsSlice.ts'
import { useShellDispatch, useShellSelector } from '../shellContext.ts'
import { useErrorText } from '../texts/useErrorText.ts'
import sheet from './AlertBar.css'

/** Alerts for the site's owner (rules.md §8). Shown only while `debug` is on; only its own button closes an alert. */
export function AlertBar() {
  useStyles(sheet)
  const t = useMessages()
  const errorText = useErrorText()
  const dispatch = useShellDispatch()
  const alert = useShellSelector(selectAlert)
  const isShown = useShellSelector((state) => selectOptions(state).debug)
  if (!alert || !isShown) return null
  const code = alertCodeOf(alert.error.code)
  return (
    <div className={`AlertBar AlertBar-${alert.variant}`} role="alert">
      <Icon name="alert" />
      <p className="AlertBar-text" data-testid="wui-alertbar-text">
        {errorText(alert.error)}
        {code ? <span className="AlertBar-code"> {code}</span> : null}
      </p>
      <IconButton icon="close" label={t('host.alert.close')} onPress={() => dispatch(alertHidden())} />
    </div>
  )
}
