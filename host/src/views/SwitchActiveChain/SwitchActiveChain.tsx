import { type CaipNetworkId, selectNetwork, type ViewProps } from '@portico/contracts'
import { Button, Picture, Statement, useCommands, useMessages } from '@portico/contracts/ui'
import { switchNetwork } from '../../connections/switchNetwork.ts'
import { useShellDispatch, useShellSelector } from '../../shellContext.ts'
import { FAMILY_TITLES } from '../familyTitles.ts'

/** views.md §13.4: shown for a network whose family has no wallet. The current connection stays. */
export function SwitchActiveChain({ params }: ViewProps<'SwitchActiveChain'>) {
  const t = useMessages()
  const dispatch = useShellDispatch()
  const { replace } = useCommands()
  const network = useShellSelector((state) => selectNetwork(state, params.caipNetworkId as CaipNetworkId))
  if (!network) return null
  const { name, imageUrl, chainNamespace, caipNetworkId } = network
  const go = () => {
    void dispatch(switchNetwork(caipNetworkId)).then(() => replace('Connect', { namespace: chainNamespace }))
  }
  return (
    <div data-testid={`w3m-switch-active-chain-to-${name}`}>
      <Statement
        picture={<Picture name={name} src={imageUrl} size={80} shape="round" />}
        title={t('host.activeChain.title', { name })}
        detail={t('host.activeChain.detail', { family: t(FAMILY_TITLES[chainNamespace]) })}
      >
        <Button testId="w3m-switch-active-chain-button" onPress={go}>
          {t('host.activeChain.switch')}
        </Button>
      </Statement>
    </div>
  )
}
