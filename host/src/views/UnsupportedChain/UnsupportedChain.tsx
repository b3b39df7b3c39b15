import { selectActiveNamespace } from '@portico/contracts'
import { Button, useCommands, useMessages, useStyles } from '@portico/contracts/ui'
import { disconnect } from '../../connections/disconnect.ts'
import { useShellDispatch, useShellSelector } from '../../shellContext.ts'
import { NetworkList } from '../Networks/NetworkList.tsx'
import sheet from './UnsupportedChain.css'

/** views.md §13.5: cannot be dismissed; the visitor leaves it only by a supported network or Disconnect. */
export function UnsupportedChain() {
  useStyles(sheet)
  const t = useMessages()
  const { back, showSnack } = useCommands()
  const dispatch = useShellDispatch()
  const namespace = useShellSelector(selectActiveNamespace)
  const leave = () => {
    dispatch(disconnect(namespace)).catch(() =>
      showSnack({ variant: 'error', text: t('host.account.disconnectFailed') }),
    )
  }
  return (
    <div className="UnsupportedChain">
      <p className="UnsupportedChain-detail">{t('host.unsupported.detail')}</p>
      <NetworkList onChosen={back} />
      <Button kind="secondary" icon="disconnect" testId="disconnect-button" onPress={leave}>
        {t('host.account.disconnect')}
      </Button>
    </div>
  )
}
