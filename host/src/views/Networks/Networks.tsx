import { selectActiveNamespace } from '@portico/contracts'
import { Button, RowList, useCommands, useMessages, useStyles } from '@portico/contracts/ui'
import { selectOptions } from '../../settingsSlice.ts'
import { useShellSelector, useTrack } from '../../shellContext.ts'
import { useRemoteRows } from '../useRemoteRows.tsx'
import { NetworkList } from './NetworkList.tsx'
import sheet from './Networks.css'

/** views.md §13.1 */
export function Networks() {
  useStyles(sheet)
  const t = useMessages()
  const { back, navigate } = useCommands()
  const track = useTrack()
  const rows = useRemoteRows('networks.rows', useShellSelector(selectActiveNamespace))
  const { enableWalletGuide } = useShellSelector(selectOptions)
  return (
    <div className="Networks">
      <NetworkList onChosen={back} />
      {rows.length ? <RowList>{rows}</RowList> : null}
      <div className="Networks-footer">
        <p className="Networks-help">{t('host.networks.help')}</p>
        {enableWalletGuide ? (
          <Button
            kind="quiet"
            icon="help"
            testId="network-help-button"
            onPress={() => {
              track('CLICK_NETWORK_HELP')
              navigate('WhatIsANetwork')
            }}
          >
            {t('host.networks.what')}
          </Button>
        ) : null}
      </div>
    </div>
  )
}
