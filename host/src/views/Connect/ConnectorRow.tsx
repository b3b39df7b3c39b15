import type { Connector } from '@portico/contracts'
import { Picture, Row, useMessages } from '@portico/contracts/ui'
import { statusOfConnector } from '../../connections/connectionsSlice.ts'
import type { Connectors } from '../../directory/connectItems.ts'
import { isImpersonator, isLookAlike } from '../../directory/knownWallets.ts'
import { useShell, useShellSelector } from '../../shellContext.ts'
import { FAMILY_TITLES } from '../familyTitles.ts'
import { useWalletBadge } from '../useBadge.ts'
import { type Place, useChooseConnectors } from '../useChooseWallet.ts'

interface ConnectorRowProps {
  readonly members: Connectors
  readonly all: readonly Connector[]
  readonly place: Place
}

/** An installed wallet. A click connects it, or opens the choice of a family if the wallet serves several. */
export function ConnectorRow({ members, all, place }: ConnectorRowProps) {
  const t = useMessages()
  const { prepare } = useShell()
  const choose = useChooseConnectors()
  const [{ id, name, imageUrl }] = members
  const isConnected = useShellSelector((state) =>
    members.every(
      (member) => statusOfConnector(state.connections.families[member.namespace], member.id) !== 'disconnected',
    ),
  )
  const isSuspicious = members.some((member) => isLookAlike(member, all) || isImpersonator(member))
  const tag = isSuspicious
    ? ({ text: t('host.connect.lookAlike'), kind: 'caution' } as const)
    : isConnected
      ? ({ text: t('host.connect.connected'), kind: 'accent' } as const)
      : // Wallets that the site brings, or that the page runs inside, are not "installed".
        members[0].type === 'EXTERNAL'
        ? undefined
        : ({ text: t('host.connect.installed'), kind: 'neutral' } as const)
  const badge = useWalletBadge(members.map((member) => member.id))
  const families = members.length > 1 ? members.map((member) => t(FAMILY_TITLES[member.namespace])) : []
  const detail = [...families, ...(badge ? [badge] : [])].join(' · ')
  return (
    <Row
      label={name}
      {...(detail && { detail })}
      leading={<Picture name={name} src={imageUrl} />}
      {...(tag && { tag })}
      trailing="none"
      testId={`wallet-selector-${id.toLowerCase()}`}
      onPress={() => choose(members, place)}
      onIntent={() => prepare('Account')}
    />
  )
}
