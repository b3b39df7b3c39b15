import {
  fillSlot,
  type Network,
  selectAccount,
  selectActiveNamespace,
  selectActiveNetworkId,
  selectConnection,
  selectNetworks,
} from '@portico/contracts'
import { Picture, Row, RowList, useCommands, useMessages, useStyles } from '@portico/contracts/ui'
import { SearchField } from '@portico/contracts/ui/forms'
import { useMemo, useState } from 'react'
import { switchNetwork } from '../../connections/switchNetwork.ts'
import { useShellDispatch, useShellSelector } from '../../shellContext.ts'
import type { RootState } from '../../store.ts'
import sheet from './Networks.css'

/** Fewer networks are all visible without a search. */
const SEARCH_FROM = 7

/** Whether the family's wallet has approved other networks but not this one. Only EVM wallets can be asked for more. */
const isRefused = (state: RootState, { chainNamespace, caipNetworkId, deprecatedCaipNetworkId }: Network): boolean => {
  const approved = selectConnection(state, chainNamespace)?.approvedNetworkIds
  if (!approved || chainNamespace === 'eip155') return false
  return !approved.some((id) => id === caipNetworkId || id === deprecatedCaipNetworkId)
}

function NetworkRow({ network, onPress }: { network: Network; onPress: () => void }) {
  const t = useMessages()
  const isActive = useShellSelector((state) => selectActiveNetworkId(state) === network.caipNetworkId)
  const cannotBeHad = useShellSelector((state) => isRefused(state, network))
  const byId = useShellSelector((state) => state.remotes.byId)
  const badge = useMemo(
    () => fillSlot(byId, 'networks.badges').find(({ networks }) => networks.includes(network.caipNetworkId)),
    [byId, network],
  )
  return (
    <Row
      label={network.name}
      {...(cannotBeHad && { detail: t('host.networks.notApproved') })}
      leading={<Picture name={network.name} src={network.imageUrl} shape="round" />}
      {...(badge && { tag: { text: t(badge.label), kind: 'neutral' } as const })}
      selected={isActive}
      disabled={cannotBeHad && !isActive}
      trailing={isActive ? 'check' : 'none'}
      testId={`w3m-network-switch-${network.name}`}
      onPress={onPress}
    />
  )
}

/** The page's networks. Choosing one asks the wallet; without a wallet, it switches at once (views.md §13.2). */
export function NetworkList({ onChosen }: { onChosen: () => void }) {
  useStyles(sheet)
  const t = useMessages()
  const dispatch = useShellDispatch()
  const { navigate } = useCommands()
  const networks = useShellSelector(selectNetworks)
  const [text, setText] = useState('')
  const needle = text.trim().toLowerCase()
  const shown = needle ? networks.filter(({ name }) => name.toLowerCase().includes(needle)) : networks

  const choose = ({ caipNetworkId, chainNamespace }: Network) =>
    dispatch((_, getState) => {
      const state = getState()
      if (caipNetworkId === selectActiveNetworkId(state)) return onChosen()
      const connection = selectConnection(state, chainNamespace)
      const isOther = chainNamespace !== selectActiveNamespace(state)
      if (isOther && !connection && selectAccount(state)) navigate('SwitchActiveChain', { caipNetworkId })
      else if (connection && connection.caipNetworkId !== caipNetworkId) navigate('SwitchNetwork', { caipNetworkId })
      else dispatch(switchNetwork(caipNetworkId)).then(onChosen, () => {}) // there is no wallet that could refuse
    })
  return (
    <div className="Networks-all">
      {networks.length < SEARCH_FROM ? null : (
        <SearchField label={t('host.networks.search')} value={text} onChange={setText} />
      )}
      {shown.length > 0 ? (
        <div className="Networks-list">
          <RowList label={t('host.title.networks')}>
            {shown.map((network) => (
              <NetworkRow key={network.caipNetworkId} network={network} onPress={() => choose(network)} />
            ))}
          </RowList>
        </div>
      ) : (
        <p className="Networks-help" role="status">
          {t('host.networks.none')}
        </p>
      )}
    </div>
  )
}
