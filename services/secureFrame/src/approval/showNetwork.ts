import type { CaipNetworkId } from '@portico/contracts'
import type { Translate } from '@portico/contracts/formatMessage'
import { networkFacts } from '../rpc/networks.ts'
import type { MakeElement } from './element.ts'

/** The network's name from our own list; an unlisted network is marked as such, whatever the page calls it. */
export function showNetwork(
  { make, t }: { readonly make: MakeElement; readonly t: Translate },
  caipNetworkId: CaipNetworkId,
): HTMLElement {
  const { name, isKnown, isTestnet } = networkFacts(caipNetworkId)
  const note = isKnown ? isTestnet && 'approval.testNetwork' : 'approval.unknownNetwork'
  return make(
    'span',
    {},
    make('span', { class: 'approval-network' }, make('bdi', {}, name)),
    note ? make('span', { class: 'approval-note' }, t(note)) : undefined,
  )
}
