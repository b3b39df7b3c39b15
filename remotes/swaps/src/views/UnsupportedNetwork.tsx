import type { Network } from '@portico/contracts'
import { Picture, Row, RowList, useCommands, useMessages } from '@portico/contracts/ui'
import { useTell } from '../useTell.ts'

/** views.md §13.5 of swaps: this network has no swaps; offers those that do. */
export function UnsupportedNetwork({ networks }: { readonly networks: readonly Network[] }) {
  const t = useMessages()
  const { navigate } = useCommands()
  const tell = useTell()
  return (
    <div className="Swap">
      <p className="Swap-note">{t(networks.length > 0 ? 'swaps.unsupported' : 'swaps.unsupported.everywhere')}</p>
      <RowList label={t('swaps.unsupported.networks')}>
        {networks.map(({ caipNetworkId, name, imageUrl }) => (
          <Row
            key={caipNetworkId}
            label={name}
            leading={<Picture name={name} src={imageUrl} shape="round" />}
            testId={`swap-network-${name}`}
            onPress={() => {
              tell('CLICK_SELECT_NETWORK_TO_SWAP')
              navigate('SwitchNetwork', { caipNetworkId })
            }}
          />
        ))}
      </RowList>
    </div>
  )
}
