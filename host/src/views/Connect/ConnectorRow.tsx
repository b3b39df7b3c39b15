import type { Connector } from '@portico/contracts'
import { Picture, Row, useCommands, useMessages } from '@portico/contracts/ui'
import { connect } from '../../connections/connect.ts'
import { statusOfConnector } from '../../connections/connectionsSlice.ts'
import type { Connectors } from '../../directory/connectItems.ts'
import { isImpersonator } from '../../directory/knownWallets.ts'
import { useShell, useShellDispatch, useShellSelector } from '../../shellContext.ts'
import { FAMILY_TITLES } from '../familyTitles.ts'
import { isLookAlike } from './isLookAlike.ts'

/** A wallet of this browser: one press asks it, or leads to the choice of a family where it serves several. */
export function ConnectorRow({ members, all }: { members: Connectors; all: readonly Connector[] }) {
  const t = useMessages()
  const dispatch = useShellDispatch()
  const { prepare } = useShell()
  const { navigate } = useCommands()
  const [{ id, name, namespace, imageUrl }, ...more] = members
  const isConnected = useShellSelector((state) =>
    members.every(
      (member) => statusOfConnector(state.connections.families[member.namespace], member.id) === 'connected',
    ),
  )
  const isSuspicious = members.some((member) => isLookAlike(member, all) || isImpersonator(member))

  const onPress = () => {
    if (more.length) {
      navigate('ConnectingMultiChain', {
        members: members.map((member) => ({ namespace: member.namespace, connectorId: member.id })),
      })
      return
    }
    // Both in the press itself, so that a wallet may open its window.
    const signal = navigate('ConnectingExternal', { namespace, connectorId: id })
    dispatch(connect({ namespace, connectorId: id }, { signal })).catch(() => {}) // the view that waits shows it
  }
  return (
    <Row
      label={name}
      {...(more.length && { detail: members.map((member) => t(FAMILY_TITLES[member.namespace])).join(' · ') })}
      leading={<Picture name={name} src={imageUrl} />}
      tag={
        isSuspicious
          ? { text: t('host.connect.lookAlike'), kind: 'caution' }
          : isConnected
            ? { text: t('host.connect.connected'), kind: 'accent' }
            : { text: t('host.connect.installed'), kind: 'neutral' }
      }
      trailing="none"
      testId={`wallet-selector-${id.toLowerCase()}`}
      onPress={onPress}
      onIntent={() => prepare('Account')}
    />
  )
}
