import type { Network } from '@portico/contracts'
import { Picture, Row, RowList, useCommands, useMessages } from '@portico/contracts/ui'
import { Stack, useTrack } from '@portico/contracts/ui/forms'
import { SwapNote } from './SwapNote.tsx'

/** views.md §13.5, for swaps: says that this network has no swaps, and offers the networks that have them. */
export function UnsupportedNetwork({ networks }: { readonly networks: readonly Network[] }) {
  const t = useMessages()
  const { navigate } = useCommands()
  const track = useTrack()
  return (
    <Stack gap={3}>
      <SwapNote>{t(networks.length > 0 ? 'swaps.unsupported' : 'swaps.unsupported.everywhere')}</SwapNote>
      <RowList label={t('swaps.unsupported.networks')}>
        {networks.map(({ caipNetworkId, name, imageUrl }) => (
          <Row
            key={caipNetworkId}
            label={name}
            leading={<Picture name={name} src={imageUrl} shape="round" />}
            testId={`swap-network-${name}`}
            onPress={() => {
              track('CLICK_SELECT_NETWORK_TO_SWAP')
              navigate('SwitchNetwork', { caipNetworkId })
            }}
          />
        ))}
      </RowList>
    </Stack>
  )
}
