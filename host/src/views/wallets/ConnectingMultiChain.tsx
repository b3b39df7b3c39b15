import { type ChainNamespace, type ViewProps, WALLET_CONNECT_ID } from '@portico/contracts'
import { isMobile } from '@portico/contracts/platform'
import { Picture, Row, RowList, Statement, useCommands, useMessages } from '@portico/contracts/ui'
import { walletPicked } from '../../connections/pairingSlice.ts'
import { useShellDispatch, useShellSelector } from '../../shellContext.ts'
import { FAMILY_TITLES } from '../familyTitles.ts'
import { useChooseConnectors } from '../useChooseWallet.ts'

/** views.md §8.3: the choice of a family, for a wallet that serves several. */
export function ConnectingMultiChain({ params }: ViewProps<'ConnectingMultiChain'>) {
  const t = useMessages()
  const dispatch = useShellDispatch()
  const { navigate } = useCommands()
  const choose = useChooseConnectors()
  const { place } = params
  const byFamily = useShellSelector((state) => state.connections.connectors)
  // A wallet may have been uninstalled while the view is open.
  const members = params.members.flatMap(
    ({ namespace, connectorId }) => byFamily[namespace as ChainNamespace]?.find(({ id }) => id === connectorId) ?? [],
  )
  const [first] = members
  if (!first)
    return <Statement picture="alert" title={t('host.multiChain.gone')} detail={t('host.get.gone')} role="alert" />
  const { name, imageUrl } = first
  return (
    <Statement
      picture={<Picture name={name} src={imageUrl} size={56} />}
      title={t('host.multiChain.title', { name })}
      detail={t('host.multiChain.detail')}
    >
      <RowList label={t('host.multiChain.families')}>
        {members.map((member) => (
          <Row
            key={member.namespace}
            label={t(FAMILY_TITLES[member.namespace])}
            testId={`wui-list-chain-${member.namespace}`}
            onPress={() => {
              if (member.id !== WALLET_CONNECT_ID) return choose([member], place)
              if (isMobile()) return navigate('AllWallets')
              dispatch(walletPicked(undefined))
              navigate('ConnectingWalletConnect', place ? { place } : {})
            }}
          />
        ))}
      </RowList>
    </Statement>
  )
}
