import { Icon, useCommands, useMessages, useStyles } from '@portico/contracts/ui'
import { useStore } from 'react-redux'
import { useShellSelector } from '../../shellContext.ts'
import sheet from './DeveloperBar.css'
import { overrideOf } from './overrides.ts'

/** Says, in every view, that this tab runs a remote from this computer. */
export function DeveloperBar() {
  useStyles(sheet)
  const t = useMessages()
  const { navigate } = useCommands()
  const override = overrideOf(useStore())
  const { id = '', origin = '' } = useShellSelector(({ remotes }) => remotes.override) ?? {}
  return (
    <div className="DeveloperBar" role="status" data-testid="developer-bar">
      <Icon name="alert" />
      <p className="DeveloperBar-text">{t('host.developer.running', { id, origin })}</p>
      <div className="DeveloperBar-actions">
        <button type="button" className="DeveloperBar-action" onClick={() => navigate('Diagnostics')}>
          {t('host.developer.details')}
        </button>
        <button
          type="button"
          className="DeveloperBar-action"
          data-testid="developer-stop"
          onClick={() => void override?.stop()}
        >
          {t('host.developer.stop')}
        </button>
      </div>
    </div>
  )
}
